import type { Piece } from './cut-name.ts';
import type { Kind } from './known-words.ts';
import { phrasesFrom, type Phrase } from './phrases.ts';
import { factsOf } from './word-facts.ts';

/**
 * Combines words linked by full stops into one or several: `Ph.D.` is one, `J.K.` is two initials in a person's name and one word
 * elsewhere, `J.Dolvan` is two, `Dr.Dolvan` is two because the title is known, anything else is one.
 */
export function joinStops(pieces: Piece[], kind: Kind): Piece[] {
  if (!pieces.some((piece) => piece.linked)) return pieces;
  const joined: Piece[] = [];
  let from = 0;
  while (from < pieces.length) {
    let to = from + 1;
    while (pieces[to]?.linked === true) to += 1;
    const group = pieces.slice(from, to);
    joined.push(...(group.length === 1 ? group : joinGroup(group, kind)));
    from = to;
  }
  return joined;
}

function joinGroup(group: Piece[], kind: Kind): Piece[] {
  const texts = group.map((piece) => piece.text);
  const singles = group.filter((piece) => factsOf(piece.text).single).length;
  const whole = texts.join('');
  const initials = singles === group.length && (kind === 'person' || kind === 'unknown');
  // A.B. of a person is two initials, even if `ab` is a known mark.
  if (isKnown(whole, kind) && !(initials && group.length === 2 && kind === 'person')) return [join(group)];
  if (initials) return group;
  // Dr.Dolvan: each known word remains a separate word.
  if (singles === 0 && texts.some((text) => isKnown(text, kind))) return group;
  if (singles === 0 || singles === group.length) return [join(group)];
  return splitWords(group, kind);
}

/**
 * Single letters before and after longer words: a run of letters is one word, except in a person's name, where the letters are initials.
 */
function splitWords(group: Piece[], kind: Kind): Piece[] {
  const words: Piece[] = [];
  let run: Piece[] = [];
  const endRun = (): void => {
    if (run.length > 0) words.push(...(kind === 'organisation' || kind === 'vessel' ? [join(run)] : run));
    run = [];
  };
  for (const piece of group) {
    if (factsOf(piece.text).single) run.push(piece);
    else {
      endRun();
      words.push(piece);
    }
  }
  endRun();
  return words;
}

function join(group: Piece[]): Piece {
  const [first] = group;
  const last = group.at(-1);
  if (first === undefined || last === undefined) throw new RangeError('no piece to join');
  return { ...first, text: group.map((piece) => piece.text).join(''), end: last.end };
}

const ofPeople: ReadonlySet<Phrase['what']> = new Set(['title', 'suffix', 'clerical', 'alternative']);
const ofFirms: ReadonlySet<Phrase['what']> = new Set([
  'form',
  'clerical',
  'alternative',
  'vessel_title',
  'firm_title',
]);

function isKnown(word: string, kind: Kind): boolean {
  const wanted = kind === 'person' ? ofPeople : ofFirms;
  return phrasesFrom(word)?.some((phrase) => phrase.words.length === 1 && wanted.has(phrase.what)) ?? false;
}
