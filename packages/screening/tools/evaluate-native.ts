// Searches the development lists for invented people whose names are written as at home, and scores names in Han characters and
// Hangul and Arabic letters against their spellings in Latin letters.
// Usage: node tools/run-ts.mjs packages/screening/tools/evaluate-native.ts FOLDER [--customers N] [--pairs N] [--errors N]
//   FOLDER      the development data: lists/ofac, lists/un, transliteration
//   --customers invented people per script, default 2000
//   --pairs     names per script, default 2000
//   --errors    prints so many of each, for eyes only
import { parseArgs } from 'node:util';
import { officialArabicNames, readArabicSpellings, romanisedArabicNames } from './evaluation/arabic-names.ts';
import { readDevelopmentLists } from './evaluation/development-lists.ts';
import {
  customerScripts,
  koreanConventions,
  koreanSpellingsOf,
  nativeCustomers,
  olderRomanisedNames,
  romanisedNames,
  type CustomerScript,
  type RomanisedName,
} from './evaluation/native-customers.ts';
import { listedEntityOf } from './evaluation/search-check.ts';
import { defaultOptions } from '../src/model/screener.ts';
import { prepareName } from '../src/names/prepare-name.ts';
import { scoreNames } from '../src/score/score-names.ts';
import { buildSnapshot } from '../src/search/build/build-snapshot.ts';
import { createIndexScreener } from '../src/search/index-screener.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    customers: { type: 'string', default: '2000' },
    pairs: { type: 'string', default: '2000' },
    errors: { type: 'string', default: '0' },
  },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error('usage: evaluate-native.ts FOLDER [--customers N] [--pairs N] [--errors N]');
  process.exit(1);
}
const errors = Number(values.errors);
const levels = [70, 75, 80, 85, 90];
const percent = (share: number): string => `${(share * 100).toFixed(2)} %`.padStart(9);

const entities = readDevelopmentLists(folder);
const screener = createIndexScreener(
  buildSnapshot(entities.map(listedEntityOf), { engine: 'evaluation', sources: [] }),
);

function printCustomers(script: CustomerScript, howMany: number): void {
  const alerting = levels.map(() => 0);
  let printed = 0;
  const started = process.cpuUsage();
  for (const name of nativeCustomers(script, howMany, 7)) {
    const { hits } = screener.screen(
      { name, schema: 'Person' },
      { ...defaultOptions, matchThreshold: 70, limit: 500 },
    );
    const best = Math.max(0, ...hits.map(({ score }) => score));
    for (const [at, level] of levels.entries()) if (best >= level) alerting[at] = (alerting[at] ?? 0) + 1;
    if (best < 80 || printed >= errors) continue;
    printed += 1;
    console.log(`    ${best}  ${name}  |  ${hits.find(({ score }) => score === best)?.matchedName ?? ''}`);
  }
  const { user } = process.cpuUsage(started);
  const shares = alerting.map((count, at) => `${String(levels[at])}: ${percent(count / howMany)}`);
  console.log(
    `${script.padEnd(9)} ${howMany} innocents alerting at ${shares.join('  ')}  ${(user / howMany).toFixed(0)} µs each`,
  );
}

function scoreOf(native: string, latin: string): number {
  return scoreNames(prepareName(native, 'person'), prepareName(latin, 'person')).nameScore / 100;
}

/** Another given name with the family name kept, and one syllable of the given name where it has two. */
function siblingOf({ native }: RomanisedName, others: readonly RomanisedName[]): RomanisedName | undefined {
  const characters = Array.from(native);
  if (characters.length !== 3) return undefined;
  return others.find((other) => {
    const its = Array.from(other.native);
    const shared = its.filter((one, at) => one === characters[at]).length;
    return its.length === 3 && its[0] === characters[0] && shared === 2;
  });
}

/** Counts of pairs by what they are. */
class Counts {
  readonly #found = new Map<string, { pairs: number; at80: number }>();

  add(what: string, score: number): void {
    const counts = this.#found.get(what) ?? { pairs: 0, at80: 0 };
    counts.pairs += 1;
    if (score >= 80) counts.at80 += 1;
    this.#found.set(what, counts);
  }

  print(script: CustomerScript): void {
    for (const [what, { pairs, at80 }] of this.#found)
      console.log(
        `${script.padEnd(9)} ${what.padEnd(36)} ${String(pairs).padStart(6)} ${percent(at80 / pairs)} at 80`,
      );
  }
}

function printPairs(script: 'han' | 'hangul', howMany: number): void {
  const names = romanisedNames(script, howMany, 11);
  const counts = new Counts();
  let printed = 0;
  for (const [at, name] of names.entries()) {
    const score = scoreOf(name.native, name.latin);
    if (score < 80 && printed < errors) {
      printed += 1;
      console.log(`    ${score.toFixed(0)}  ${name.native}  |  ${name.latin}`);
    }
    counts.add(`same person, ${name.convention}`, score);
    const sibling = siblingOf(name, names);
    if (sibling) counts.add('same surname and one syllable', scoreOf(name.native, sibling.latin));
    counts.add('strangers', scoreOf(name.native, names[(at + 1) % names.length]?.latin ?? ''));
  }
  counts.print(script);
}

/** Two names that have a word in common, and one that the other lacks. */
function areStrangers(one: string, other: string): boolean {
  const [words, others] = [new Set(one.split(' ')), new Set(other.split(' '))];
  return (
    [...words].some((word) => others.has(word)) &&
    [...words].some((word) => !others.has(word)) &&
    [...others].some((word) => !words.has(word))
  );
}

function printArabic(howMany: number): void {
  const counts = new Counts();
  const names = romanisedArabicNames(readArabicSpellings(folder ?? ''), howMany, 21);
  for (const [at, { arabic, latin }] of names.entries()) {
    counts.add('same person, as names are spelt', scoreOf(arabic, latin));
    const other = names.slice(at + 1).find((name) => areStrangers(arabic, name.arabic));
    if (other) counts.add('strangers sharing a word', scoreOf(arabic, other.latin));
  }
  for (const { arabic, latin } of officialArabicNames(entities))
    counts.add('listed person in both scripts', Math.max(...latin.map((name) => scoreOf(arabic, name))));
  counts.print('arabic');
}

function printRomanised(howMany: number): void {
  const counts = new Counts();
  const names = olderRomanisedNames(howMany, 31);
  for (const [at, { older, pinyin }] of names.entries()) {
    counts.add('same person, two romanisations', scoreOf(older, pinyin));
    const [family = ''] = pinyin.split(' ');
    const other = names.slice(at + 1).find((name) => name.pinyin.startsWith(`${family} `));
    if (other) counts.add('same surname, two romanisations', scoreOf(older, other.pinyin));
  }
  counts.print('han');
}

/** Whether two names of three syllables, or one of two and one of three, have the first and one more in common. */
function areKoreanSiblings(one: string, other: string): boolean {
  const [syllables, others] = [Array.from(one), Array.from(other)];
  if (one === other || syllables[0] !== others[0]) return false;
  if (syllables.length === 3 && others.length === 3)
    return syllables.filter((syllable, at) => syllable === others[at]).length === 2;
  return one.startsWith(other) || other.startsWith(one);
}

const koreanPairs = koreanConventions.flatMap((one, at) =>
  koreanConventions.slice(at + 1).map((other) => [one, other] as const),
);

/** Korean names in two spellings each, against each other and against relatives'. */
function printKorean(howMany: number): void {
  const counts = new Counts();
  const names = koreanSpellingsOf(howMany, 41);
  for (const [at, name] of names.entries()) {
    const siblings = names.filter(
      (other, place) => place > at && areKoreanSiblings(name.native, other.native),
    );
    for (const [one, other] of koreanPairs) {
      counts.add(`same person, ${one} and ${other}`, scoreOf(name[one], name[other]));
      for (const sibling of siblings.slice(0, 2)) {
        const isPart = sibling.native.length !== name.native.length;
        const what = isPart ? 'beginning' : 'one syllable of two';
        const score = scoreOf(name[one], sibling[other]);
        if (score >= 80 && errors > 0)
          console.log(
            `    ${score.toFixed(0)}  ${name.native} ${name[one]} | ${sibling.native} ${sibling[other]}`,
          );
        counts.add(`${what}, ${one} and ${other}`, score);
      }
    }
  }
  counts.print('hangul');
}

for (const script of customerScripts) printCustomers(script, Number(values.customers));
for (const script of ['han', 'hangul'] as const) printPairs(script, Number(values.pairs));
printArabic(Number(values.pairs));
printRomanised(Number(values.pairs));
printKorean(Number(values.pairs));
