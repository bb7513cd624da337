import type { Box } from '../picture/raster.ts';
import type { LabelRule } from './labels.ts';
import { allowedErrors, editDistance, joined, lookAlike, plainLetters } from './plain-text.ts';
import type { TextWord } from './text-engine.ts';
import { boxAround, type TextRun } from './text-lines.ts';

/** A label found in a run of words. */
export interface FoundLabel {
  rule: LabelRule;
  run: TextRun;
  /** Words of the run that it takes. */
  from: number;
  to: number;
  box: Box;
  /** Letters that had to be forgiven. */
  errors: number;
}

/** Letters, and what they become where letters that touch or look alike count as the same. */
interface Folded {
  letters: string;
  joined: string;
  lookAlike: string;
}

interface Spelling extends Folded {
  rule: LabelRule;
}

/** Folded once: every span of words is compared with every spelling. */
const folding = (letters: string): Folded => ({
  letters,
  joined: joined(letters),
  lookAlike: lookAlike(letters),
});

/** Words that the engine doubts more may be scraps. */
const doubtful = 0.5;

/** More words than this no label has. */
const mostWords = 8;

/** All labels of some rules in runs of words; earlier rules win over later ones, longer labels over shorter ones. */
export function findLabels(runs: readonly TextRun[], rules: readonly LabelRule[]): FoundLabel[] {
  const spellings = rules.flatMap(spellingsOf);
  return runs.flatMap((run) => labelsOf(run, spellings));
}

/** Of rules that are the same for every page, folded once. */
const spellingsOfRules = new WeakMap<LabelRule, readonly Spelling[]>();

function spellingsOf(rule: LabelRule): readonly Spelling[] {
  const known =
    spellingsOfRules.get(rule) ??
    rule.labels.map((label): Spelling => ({ rule, ...folding(plainLetters(label)) }));
  spellingsOfRules.set(rule, known);
  return known;
}

function labelsOf(run: TextRun, spellings: readonly Spelling[]): FoundLabel[] {
  const folded = run.words.map(({ text }) => plainLetters(text));
  const found: FoundLabel[] = [];
  for (let from = 0; from < folded.length;) {
    const label = folded[from] === '' ? null : labelAt(run, folded, { from, spellings });
    if (label === null) {
      from += 1;
      continue;
    }
    const last = found.at(-1);
    // "Surname / Nom": the same field named in another language is part of the same label.
    if (
      last &&
      last.rule.field !== null &&
      last.rule.field === label.rule.field &&
      isNext(last, label, folded)
    ) {
      last.to = label.to;
      last.box = boxAround([last.box, label.box]);
    } else found.push(label);
    from = label.to;
  }
  return found.map((label, at) => withOtherLanguage(label, found[at - 1]?.to ?? 0, found[at + 1]?.from));
}

/** Words that a label has in a language without rules at most. */
const mostOtherWords = 6;

/**
 * "Doğum tarihi / Date of birth": what a stroke parts from a label is the same label in another language, whose words are no value and
 * under which the value may begin.
 * @param least first word that is not of the label before
 * @param most first word of the label after; undefined: there is none
 */
function withOtherLanguage(label: FoundLabel, least: number, most: number | undefined): FoundLabel {
  const { words } = label.run;
  const isStroke = (at: number): boolean =>
    (words[at - 1]?.text.endsWith('/') ?? false) || (words[at]?.text.startsWith('/') ?? false);
  const isLabel = (from: number, to: number): boolean =>
    to - from <= mostOtherWords && words.slice(from, to).every(({ text }) => !/\d{2}/.test(text));
  const end = most ?? words.length;
  const from = isStroke(label.from) && isLabel(least, label.from) ? least : label.from;
  const to = isStroke(label.to) && isLabel(label.to, end) ? end : label.to;
  return { ...label, from, to, box: boxAround(words.slice(from, to).map(({ box }) => box)) };
}

function isNext(last: FoundLabel, { from }: FoundLabel, folded: readonly string[]): boolean {
  return folded.slice(last.to, from).every((letters) => letters.length < 2);
}

function labelAt(
  run: TextRun,
  folded: readonly string[],
  { from, spellings }: { from: number; spellings: readonly Spelling[] },
): FoundLabel | null {
  let best: (FoundLabel & { gain: number }) | null = null;
  for (let to = from + 1; to <= Math.min(folded.length, from + mostWords); to += 1) {
    if (folded[to - 1] === '') continue;
    const span = folding(folded.slice(from, to).join(''));
    const leads = folded.slice(0, from).every((before, at) => before === '' || isScrap(run.words[at]));
    for (const spelling of spellings) {
      const { rule } = spelling;
      if (rule.leading && !leads) continue;
      const errors = errorsIn(span, spelling, { begins: leads && to < folded.length });
      if (errors === null) continue;
      // Long labels win over their own beginnings, but not by forgiving letters.
      const gain = spelling.letters.length - 2.5 * errors;
      if (best !== null && gain <= best.gain) continue;
      const box = boxAround(run.words.slice(from, to).map((word) => word.box));
      best = { rule, run, from, to, box, errors, gain };
    }
  }
  return best;
}

/**
 * Letters to forgive, `null` when too many. Short labels may differ by look-alikes only, and digits alone are a label only where
 * they begin a run.
 */
function errorsIn(span: Folded, label: Folded, { begins }: { begins: boolean }): number | null {
  const { letters } = span;
  const { length } = label.letters;
  const most = allowedErrors(length);
  const errors = editDistance(letters, label.letters, most);
  if (errors <= most) return errors;
  // Two letters that touch, "rn" as "m", are one mistake.
  if (most > 0 && span.joined === label.joined) return 1;
  const alike = length >= 3 && length === letters.length && (begins || /[A-Z]/.test(letters));
  return alike && span.lookAlike === label.lookAlike ? 1 : null;
}

/** Of a pattern behind the print: one or two letters that the engine doubts. */
function isScrap(word: TextWord | undefined): boolean {
  return word !== undefined && word.confidence < doubtful && /^\p{L}{1,2}$/u.test(word.text);
}
