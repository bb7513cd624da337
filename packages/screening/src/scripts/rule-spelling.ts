import {
  arabicRules,
  armenianRules,
  cyrillicRules,
  devanagariRules,
  georgianRules,
  greekRules,
  hebrewRules,
  kanaRules,
} from './rule-letters.ts';

/** One Latin spelling of a letter, and the conventions that use it, as bits. */
export interface RuleSpelling {
  latin: string;
  conventions: number;
}

/** Maps letters (or groups of two or three) to their spellings, most usual first. */
export type LetterRules = ReadonlyMap<string, readonly RuleSpelling[]>;

const allConventions = -1;

function conventionBits(marks: string): number {
  if (marks === '*') return allConventions;
  return Array.from(marks).reduce((bits, mark) => bits | (1 << (mark.charCodeAt(0) - 65)), 0);
}

/** Parses lines that contain a letter or group of letters and its spellings, each with the conventions that use it. */
export function parseRules(text: string): LetterRules {
  const rules = new Map<string, RuleSpelling[]>();
  for (const line of text.trim().split('\n')) {
    const [letters = '', ...spellings] = line.split(' ');
    rules.set(
      letters,
      spellings.map((spelling) => {
        const [latin = '', marks = '*'] = spelling.split(':');
        return { latin: latin === '-' ? '' : latin, conventions: conventionBits(marks) };
      }),
    );
  }
  return rules;
}

/** Scripts with rules. Each covers every letter of the modern alphabets it is used for. */
export const letterRules = {
  cyrillic: parseRules(cyrillicRules),
  greek: parseRules(greekRules),
  armenian: parseRules(armenianRules),
  georgian: parseRules(georgianRules),
  indic: parseRules(devanagariRules()),
} as const satisfies Record<string, LetterRules>;

/** Additions to learned models. */
export const addedRules = {
  arabic: parseRules(arabicRules),
  hebrew: parseRules(hebrewRules),
  kana: parseRules(kanaRules),
} as const;

export type RuledScript = keyof typeof letterRules;

/** Whether a script can be spelt by rules alone. */
export function isRuledScript(script: string): script is RuledScript {
  return Object.hasOwn(letterRules, script);
}

const longestGroup = 3;

interface Reach {
  reached: Int32Array;
  width: number;
  from: number;
  to: number;
}

/** Propagates the conventions that reach the cells of row `from` over one spelling to row `to`. */
function carry({ reached, width, from, to }: Reach, latin: string, step: RuleSpelling): void {
  for (let j = 0; j + step.latin.length <= latin.length; j += 1) {
    const here = reached[from * width + j] ?? 0;
    if (here === 0 || !latin.startsWith(step.latin, j)) continue;
    const there = to * width + j + step.latin.length;
    reached[there] = (reached[there] ?? 0) | (here & step.conventions);
  }
}

/**
 * Whether a single romanisation convention, applied from the first letter to the last, spells `letters` as `latin`. Computes reachability
 * by convention: bit c of cell (i, j) is set if convention c spells the first i letters as the first j.
 */
export function isSpelledByRule(rules: LetterRules, letters: string, latin: string): boolean {
  const width = latin.length + 1;
  const reached = new Int32Array((letters.length + 1) * width);
  reached[0] = allConventions;
  for (let from = 0; from < letters.length; from += 1) {
    for (let to = from + 1; to <= Math.min(from + longestGroup, letters.length); to += 1) {
      for (const step of rules.get(letters.slice(from, to)) ?? [])
        carry({ reached, width, from, to }, latin, step);
    }
  }
  return reached[letters.length * width + latin.length] !== 0;
}
