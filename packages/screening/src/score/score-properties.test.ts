import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepareName } from '../names/prepare-name.ts';
import { compareWords } from '../words/compare-words.ts';
import { wordOf } from '../words/word-of.ts';
import { firmName, personName, preparedPair } from '../../test/support/generated-names.ts';
import { orderCost, scoreIfEnough, scoreNames } from './score-names.ts';

const runs = { numRuns: 800 };
const person = (raw: string) => prepareName(raw, 'person');
const score = (query: string, listed: string): number => scoreNames(person(query), person(listed)).nameScore;

/** Words that are not compounds and do not resemble each other. */
const apart = ['dolvan', 'strubine', 'emrysko', 'quorlan', 'thistlecroft', 'brenmark', 'kaelitz'] as const;
const distinct = fc.uniqueArray(fc.constantFrom(...apart), { minLength: 2, maxLength: 4 });

describe('properties of the score of names', () => {
  it('P1: a name against itself is exact and scores 100', () => {
    fc.assert(
      fc.property(
        fc.oneof(personName, firmName, fc.string({ maxLength: 40, unit: 'grapheme' })),
        fc.constantFrom('person', 'organisation', 'vessel', 'unknown'),
        (raw, kind) => {
          const name = prepareName(raw, kind);
          fc.pre(name.tokens.length > 0);
          const { nameScore, exact } = scoreNames(name, prepareName(raw, kind));
          expect([nameScore, exact]).toEqual([10_000, true]);
        },
      ),
      runs,
    );
  });

  it('P2: case, accents, punctuation and white space do not change the score', () => {
    fc.assert(
      fc.property(distinct, distinct, (a, b) => {
        const plain = score(a.join(' '), b.join(' '));
        expect(score(a.join('  ').toUpperCase(), b.join(' '))).toBe(plain);
        expect(score(a.map((word) => word.replace('o', 'ó').replace('e', 'è')).join(' '), b.join('\t'))).toBe(
          plain,
        );
      }),
      runs,
    );
  });

  it('P3: another order of the words of an untyped name costs at most the order cost', () => {
    fc.assert(
      fc.property(distinct, distinct, fc.nat(), (a, b, seed) => {
        const shuffled = [...a].sort(
          (x, y) => ((x.length * 7 + seed) % 11) - ((y.length * 7 + seed) % 11) || (x < y ? -1 : 1),
        );
        expect(
          Math.abs(score(a.join(' '), b.join(' ')) - score(shuffled.join(' '), b.join(' '))),
        ).toBeLessThanOrEqual(orderCost);
      }),
      runs,
    );
  });

  it('P4: different words added to both sides cost more than one added to either', () => {
    fc.assert(
      fc.property(distinct, (words) => {
        const name = words.join(' ');
        const both = score(`${name} zevrinko`, `${name} pallomir`);
        expect(both).toBeLessThan(score(`${name} zevrinko`, name));
        expect(both).toBeLessThan(score(name, `${name} pallomir`));
      }),
      runs,
    );
  });

  it('P5: one more edit in the same word never raises it', () => {
    fc.assert(
      fc.property(distinct, fc.nat(20), fc.nat(20), (words, first, second) => {
        const [head = '', ...rest] = words;
        const at = first % head.length;
        const once = `${head.slice(0, at)}x${head.slice(at + 1)}`;
        const later = second % once.length;
        fc.pre(later !== at && once[later] !== 'w');
        const twice = `${once.slice(0, later)}w${once.slice(later + 1)}`;
        const name = words.join(' ');
        const scores = [head, once, twice].map((word) => score([word, ...rest].join(' '), name));
        expect(scores).toEqual([...scores].sort((a, b) => b - a));
      }),
      runs,
    );
  });

  it('P6: replacing a rare word costs at least as much as replacing a common one', () => {
    fc.assert(
      fc.property(fc.constantFrom(...apart), (kept) => {
        const rare = score(`${kept} zevrinko`, `${kept} pallomir`);
        const common = score(`${kept} zevrinko`, `${kept} smith`);
        expect(rare).toBeLessThanOrEqual(common);
      }),
      runs,
    );
  });

  it('P7: repeating a word does not help', () => {
    fc.assert(
      fc.property(distinct, distinct, fc.nat(3), (words, listed, which) => {
        const repeated = [...words, words[which % words.length]].join(' ');
        expect(score(repeated, listed.join(' '))).toBeLessThanOrEqual(
          score(words.join(' '), listed.join(' ')),
        );
      }),
      runs,
    );
  });

  it('P12: names that share nothing score exactly 0', () => {
    fc.assert(
      fc.property(preparedPair, ([query, listed]) => {
        const similar = query.tokens.some((a) =>
          listed.tokens.some((b) => compareWords(wordOf(a.text), wordOf(b.text)).relation !== 'none'),
        );
        const joined = query.tokens.length > 1 || listed.tokens.length > 1;
        fc.pre(!similar);
        const { nameScore, pairs } = scoreNames(query, listed);
        if (nameScore > 0) {
          expect(joined).toBe(true);
          expect(pairs.every(({ relation }) => ['joined', 'acronym', 'script'].includes(relation))).toBe(
            true,
          );
        } else expect(nameScore).toBe(0);
      }),
      runs,
    );
  });

  it('is between 0 and 100, whole hundredths, the same every time', () => {
    fc.assert(
      fc.property(preparedPair, ([query, listed]) => {
        const { nameScore } = scoreNames(query, listed);
        expect(Number.isInteger(nameScore) && nameScore >= 0 && nameScore <= 10_000).toBe(true);
        expect(scoreNames(query, listed).nameScore).toBe(nameScore);
      }),
      runs,
    );
  });

  it('scoring for a needed score leaves out only names that do not reach it', () => {
    fc.assert(
      fc.property(preparedPair, fc.integer({ min: 1, max: 10_000 }), ([query, listed], needed) => {
        const whole = scoreNames(query, listed);
        const found = scoreIfEnough(query, listed, needed);
        if (found === null) expect(whole.nameScore).toBeLessThan(needed);
        else expect(found).toEqual(whole);
      }),
      runs,
    );
  });
});
