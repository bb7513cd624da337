import type { Box } from '../picture/raster.ts';
import type { LabelRule } from './labels.ts';
import { allowedErrors, editDistance, joined, lookAlike, plainLetters } from './plain-text.ts';
import type { TextWord } from './text-engine.ts';
import { boxAround, type TextRun } from './text-lines.ts';

/** A label found in a run of words. */
export interface FoundLabel {
  rule: LabelRule;
  run: TextRun;
  /** Range of the run's words that it consists of; `to` is exclusive. */
  from: number;
  to: number;
  box: Box;
  /** Number of misread letters that were tolerated. */
  errors: number;
}

/** Letters, and the same letters folded so that touching letters and look-alikes compare as equal. */
interface Folded {
  letters: string;
  joined: string;
  lookAlike: string;
}

interface Spelling extends Folded {
  rule: LabelRule;
}

/** Folds letters once, because every span of words is compared with every spelling. */
const folding = (letters: string): Folded => ({
  letters,
  joined: joined(letters),
  lookAlike: lookAlike(letters),
});

/** Words with a lower confidence may be scraps. */
const doubtful = 0.5;

/** Maximum number of words in a label. */
const mostWords = 8;

/** Finds all labels of the given rules in runs of words. Earlier rules win over later ones, longer labels over shorter ones. */
export function findLabels(runs: readonly TextRun[], rules: readonly LabelRule[]): FoundLabel[] {
  const spellings = rules.flatMap(spellingsOf);
  return runs.flatMap((run) => labelsOf(run, spellings));
}

/** Folded spellings of each rule, computed once because the rules are the same for every page. */
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
    // "Surname / Nom": the name of the same field in another language is part of the label.
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

/** Maximum number of words in a label in a language without rules. */
const mostOtherWords = 6;

/**
 * "Doğum tarihi / Date of birth": words separated from a label by a slash are the same label in another language. They are not part of
 * a value, and the value may begin below them.
 * @param least first word after the preceding label
 * @param most first word of the following label; `undefined` if there is none
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
      // Long labels win over their own beginnings, but not by tolerating misread letters.
      const gain = spelling.letters.length - 2.5 * errors;
      if (best !== null && gain <= best.gain) continue;
      const box = boxAround(run.words.slice(from, to).map((word) => word.box));
      best = { rule, run, from, to, box, errors, gain };
    }
  }
  return best;
}

/**
 * Number of misread letters; `null` if there are too many. Short labels may differ only by look-alikes, and digits alone are a label
 * only at the start of a run.
 */
function errorsIn(span: Folded, label: Folded, { begins }: { begins: boolean }): number | null {
  const { letters } = span;
  const { length } = label.letters;
  const most = allowedErrors(length);
  const errors = editDistance(letters, label.letters, most);
  if (errors <= most) return errors;
  // Two touching letters read as one ("rn" as "m") count as one mistake.
  if (most > 0 && span.joined === label.joined) return 1;
  const alike = length >= 3 && length === letters.length && (begins || /[A-Z]/.test(letters));
  return alike && span.lookAlike === label.lookAlike ? 1 : null;
}

/** One or two letters of low confidence, such as a background pattern produces. */
function isScrap(word: TextWord | undefined): boolean {
  return word !== undefined && word.confidence < doubtful && /^\p{L}{1,2}$/u.test(word.text);
}
