import type { PreparedName, Token } from '../names/prepared-name.ts';
import { classWeights } from '../names/token-weights.ts';
import { wordOf } from '../words/word-of.ts';
import type { Word } from '../words/word.ts';

/** One of two names that are compared, with what every comparison asks of it. Bits are token numbers. */
export type NameSide = {
  name: PreparedName;
  tokens: readonly Token[];
  words: readonly Word[];
  /** Weight of all words that are no legal form, hundredths. */
  weight: number;
  formMask: number;
  numberMask: number;
  initialMask: number;
  /** Words that say who it is: no particle, form or initial. */
  substantiveMask: number;
  substantive: number;
  /** Words that tell this name from others of its trade and place. */
  distinctiveMask: number;
  typed: boolean;
  /** One or two words of at most three letters. */
  short: boolean;
  formGroups: readonly string[];
};

const sides = new WeakMap<PreparedName, NameSide>();
const alphabetic: ReadonlySet<string> = new Set([
  'latin',
  'cyrillic',
  'greek',
  'armenian',
  'georgian',
  'arabic',
  'hebrew',
]);

/** What comparing asks of a name; made once per name. */
export function sideOf(name: PreparedName): NameSide {
  const known = sides.get(name);
  if (known) return known;
  const made = makeSide(name);
  sides.set(name, made);
  return made;
}

function makeSide(name: PreparedName): NameSide {
  const { tokens } = name;
  const words = tokens.map((token) => wordOf(token.text));
  const side: NameSide = {
    name,
    tokens,
    words,
    weight: 0,
    formMask: 0,
    numberMask: 0,
    initialMask: 0,
    substantiveMask: 0,
    substantive: 0,
    distinctiveMask: 0,
    typed: false,
    short: true,
    formGroups: [],
  };
  const forms = new Set<string>();
  for (const [index, token] of tokens.entries()) {
    const bit = 1 << index;
    if (token.typed) side.typed = true;
    if (token.class === 'form') {
      side.formMask |= bit;
      forms.add(token.text);
      continue;
    }
    side.weight += token.weight;
    if (token.class === 'number') side.numberMask |= bit;
    if (token.class === 'initial') side.initialMask |= bit;
    if (token.class === 'particle' || token.class === 'initial') continue;
    side.substantiveMask |= bit;
    side.substantive += 1;
    if (token.class !== 'organisation' && token.class !== 'place') side.distinctiveMask |= bit;
    const word = words[index];
    if (!word || word.length > 3 || !alphabetic.has(word.script)) side.short = false;
  }
  if (side.substantive === 0 || side.substantive > 2) side.short = false;
  side.formGroups = [...forms];
  return side;
}

/** Weight of the tokens of a mask, hundredths. */
export function weightOf(side: NameSide, mask: number): number {
  let weight = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1)
    weight += side.tokens[31 - Math.clz32(rest & -rest)]?.weight ?? 0;
  return weight;
}

/** Weight of the heaviest token of a mask, hundredths; 0 for none. */
export function heaviestOf(side: NameSide, mask: number): number {
  let heaviest = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1)
    heaviest = Math.max(heaviest, side.tokens[31 - Math.clz32(rest & -rest)]?.weight ?? 0);
  return heaviest;
}

/** How rare a word is, per cent: 60 very common … 140 not seen. */
export function rarityOf(token: Token): number {
  return Math.round((token.weight * 100) / classWeights[token.class]);
}

/** How many tokens a mask holds. */
export function countOf(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
