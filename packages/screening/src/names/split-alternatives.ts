import { cutName, type Piece } from './cut-name.ts';
import { joinStops } from './join-stops.ts';
import { partOf, phraseAt, type Part } from './known-words.ts';
import { surnameMarkers } from './phrases.ts';
import { scriptOf } from '../scripts/script-of.ts';

/** A stretch of the raw text, UTF-16 units. */
interface Stretch {
  from: number;
  to: number;
}

/**
 * The names a source wrote into one field: the name itself first, then every name behind an alias marker, in brackets or not
 * (`a.k.a.`, `formerly`, `née`, ` @ `), cut at semicolons inside, and every name in brackets in another script. Brackets without a marker stay in the name, where
 * `prepareName` takes them for a remark. Always at least one element, trimmed; empty ones are left out unless all are.
 */
export function splitAlternatives(raw: string): string[] {
  const parts = joinStops(cutName(raw), 'organisation').map(partOf);
  const markers = [...findMarkers(parts, raw), ...findOtherScripts(parts, raw)].sort(
    (a, b) => a.from - b.from,
  );
  if (markers.length === 0) return [raw.trim()];
  const alternatives: string[] = [];
  let main = raw.slice(0, markers[0]?.from ?? raw.length);
  for (const [number, marker] of markers.entries()) {
    const next = markers[number + 1]?.from ?? raw.length;
    const close = marker.bracketed ? closing(raw, marker.to) : next;
    const end = Math.min(close, next);
    alternatives.push(...raw.slice(marker.to, end).split(';'));
    if (marker.bracketed && close < next) main += ` ${raw.slice(close + 1, next)}`;
  }
  const names = [main, ...alternatives].map(trimmed).filter((name) => cutName(name).length > 0);
  return names.length === 0 ? [raw.trim()] : [...new Set(names)];
}

type Marker = Stretch & { bracketed: boolean };

function findMarkers(parts: readonly Part[], raw: string): Marker[] {
  const markers: Marker[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at];
    const found = phraseAt(parts, at, (phrase) => phrase.what === 'alternative');
    const last = found === null ? undefined : parts[at + found.length - 1];
    if (part === undefined || found === null || last === undefined) continue;
    const isSurname = found.phrase.words.length === 1 && surnameMarkers.has(part.text);
    // A single word that is a surname as well marks another name only in brackets.
    if (isSurname && part.bracket === 0) continue;
    // A marker at the end marks nothing.
    if (at === 0 || at + found.length < parts.length) markers.push(markerAt(raw, part, last));
    at += found.length - 1;
  }
  for (const { index } of raw.matchAll(/\s@\s/gu))
    markers.push({ from: index, to: index + 3, bracketed: false });
  return markers;
}

/** Brackets that hold the name in another script than the words outside. */
function findOtherScripts(parts: readonly Part[], raw: string): Marker[] {
  const outside = parts.find((part) => part.bracket === 0);
  if (outside === undefined) return [];
  const script = scriptOf(outside.text);
  const markers: Marker[] = [];
  for (const [at, part] of parts.entries()) {
    if (part.bracket === 0 || parts[at - 1]?.bracket === part.bracket || scriptOf(part.text) === script)
      continue;
    const group = parts.filter((other) => other.bracket === part.bracket);
    const isName = group.every(({ facts, text }) => facts.phrases === null && scriptOf(text) !== script);
    if (isName) markers.push({ ...markerAt(raw, part, part), to: part.start });
  }
  return markers;
}

function markerAt(raw: string, first: Piece, last: Piece): Marker {
  const before = raw.slice(0, first.start).trimEnd();
  const opens = /[([{（【]$/u.test(before);
  return {
    from: opens ? before.length - 1 : first.start,
    to: last.end,
    bracketed: first.bracket > 0,
  };
}

function closing(raw: string, from: number): number {
  const at = raw.slice(from).search(/[)\]}）】]/u);
  return at < 0 ? raw.length : from + at;
}

function trimmed(text: string): string {
  return text
    .replace(/^[\s.,:;'"()[\]{}-]+|[\s,:;("[{-]+$/gu, '')
    .replace(/^[)\]}]+\s*/u, '')
    .replace(/\s+/gu, ' ');
}
