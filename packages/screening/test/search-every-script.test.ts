import { describe, expect, test } from 'vitest';
import { randomFrom } from '../bench/filler-names.ts';
import { defaultOptions } from '../src/model/screener.ts';
import type { ListedEntity } from '../src/model/listed-entity.ts';
import {
  ScreeningInputError,
  type Result,
  type ScreeningOptions,
  type Subject,
} from '../src/model/screening-types.ts';
import { createScanScreener } from '../src/score/hits/scan-screener.ts';
import { buildSnapshot } from '../src/search/build/build-snapshot.ts';
import { createIndexScreener } from '../src/search/index-screener.ts';
import { invented, listing } from './support/invented-entity.ts';
import { type NamePart, nameParts, nameScripts, type NameScript } from './support/name-parts.ts';

// SCREENING_NIGHTLY=<seed> gives other names and questions.
const seed = Number(process.env['SCREENING_NIGHTLY'] ?? 0) || 20_268;
/** Of each of twelve scripts: 12,000 questions by day, 1,080,000 by night. */
const lists = process.env['NIGHTLY'] === '1' ? 90 : 1;
const questionsOfList = 1_000;
/** Short lists most of the time: every name of them is scored for every question. */
const entitiesOfLists = [8, 8, 12, 12, 40];
const schemata = ['Person', 'Person', 'Company', 'Unknown'] as const;
const listTypes = ['SANCTIONS', 'WARNINGS', 'PEP_CLASS_1'] as const;

/** Draws names of one script, each now and then with parts of others. */
class Names {
  readonly #random: () => number;
  readonly #script: NameScript;

  constructor(script: NameScript, number: number) {
    this.#script = script;
    this.#random = randomFrom(seed * 1_000 + number);
  }

  below(end: number): number {
    return Math.floor(this.#random() * end);
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  oneIn(count: number): boolean {
    return this.below(count) === 0;
  }

  /** One to four words, as written or in Latin spellings, glued or turned at times. */
  name(): string {
    const native = !this.oneIn(3);
    const words = Array.from({ length: this.pick([1, 2, 2, 2, 3, 3, 4]) }, () => this.#word(native));
    const text = words.join(this.oneIn(5) ? '' : this.oneIn(12) ? '-' : ' ');
    return this.oneIn(3) ? this.#slipped(text) : text;
  }

  #word(native: boolean): string {
    const script = this.oneIn(12) ? this.pick(nameScripts) : this.#script;
    const [written, ...latin] = this.pick<NamePart>(nameParts[script]);
    return native ? written : this.pick(latin.length > 0 ? latin : [written]);
  }

  /** A letter left out, doubled, replaced or swapped with the next; two words turned round. */
  #slipped(text: string): string {
    const letters = Array.from(text);
    const at = this.below(letters.length);
    const letter = letters[at] as string;
    switch (this.below(5)) {
      case 0:
        return letters.length > 2 ? letters.toSpliced(at, 1).join('') : text;
      case 1:
        return letters.toSpliced(at, 0, letter).join('');
      case 2:
        return letters.toSpliced(at, 1, this.pick(letters)).join('');
      case 3:
        return letters.toSpliced(at, 2, letters[at + 1] ?? '', letter).join('');
      default:
        return text.split(' ').toReversed().join(' ');
    }
  }

  entity(number: number): ListedEntity {
    return invented({
      id: `inv-${number}`,
      schema: this.pick(schemata),
      names: Array.from({ length: this.pick([1, 1, 2, 3]) }, (_, place) => ({
        text: this.name(),
        kind: place === 0 ? 'primary' : this.pick(['alias', 'weak'] as const),
      })),
      birth: this.oneIn(3)
        ? [{ text: '1970', from: '1970-01-01', to: '1970-12-31', approximate: false }]
        : [],
      countries: this.oneIn(3) ? [{ code: this.pick(['DE', 'FR']), role: 'nationality' }] : [],
      listings: [listing(this.pick(listTypes))],
    });
  }

  question(entities: readonly ListedEntity[]): { subject: Subject; options: ScreeningOptions } {
    const listed = this.pick(this.pick(entities).names).text;
    return {
      subject: {
        name: this.oneIn(3) ? this.#slipped(listed) : this.name(),
        schema: this.pick(schemata),
        ...(this.oneIn(4) && { birthDate: this.pick(['1970', '1971']) }),
        ...(this.oneIn(4) && { countries: ['DE'] }),
      },
      options: {
        ...defaultOptions,
        matchThreshold: this.pick([0, 50, 60, 70, 75, 80, 80, 80, 85, 90, 100]),
        exactMatch: this.oneIn(20),
        countries: this.oneIn(5) ? ['FR'] : [],
        lists: this.oneIn(5) ? [this.pick(listTypes)] : defaultOptions.lists,
        limit: this.pick([3, 500]),
      },
    };
  }
}

function answerOf(screen: () => Result): Result | string {
  try {
    return screen();
  } catch (error) {
    if (error instanceof ScreeningInputError) return error.message;
    throw error;
  }
}

/** Asks the index and a scan the same, and returns how many hits there were. */
function compareList(names: Names): number {
  const entities = Array.from({ length: names.pick(entitiesOfLists) }, (_, number) => names.entity(number));
  const index = createIndexScreener(buildSnapshot(entities, { engine: 'test', sources: [] }));
  const scan = createScanScreener(entities, { snapshot: index.snapshot });
  let hits = 0;
  for (let asked = 0; asked < questionsOfList; asked += 1) {
    const question = names.question(entities);
    const { subject, options } = question;
    const [found, expected] = [index, scan].map((screener) =>
      answerOf(() => screener.screen(subject, options)),
    );
    if (JSON.stringify(found) !== JSON.stringify(expected))
      expect({ question, listed: entities.map((entity) => entity.names), answer: found }).toEqual({
        question,
        listed: entities.map((entity) => entity.names),
        answer: expected,
      });
    if (typeof expected === 'object') hits += expected.total;
  }
  return hits;
}

describe(`the index against scoring every name, in every script (seed ${seed})`, () => {
  test.each(nameScripts)(
    'gives the same results for names of %s',
    (script) => {
      let hits = 0;
      for (let number = 0; number < lists; number += 1)
        hits += compareList(new Names(script, nameScripts.indexOf(script) * lists + number));
      // Every fifth question at the least finds somebody, so the comparison is of answers and not of silence.
      expect(hits).toBeGreaterThan((lists * questionsOfList) / 5);
    },
    14_400_000,
  );
});
