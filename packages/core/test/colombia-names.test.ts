import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assign } from '../src/registry/assignment.ts';
import { registryNameSimilarity, type NameReading } from '../src/registry/name-similarity.ts';
import { nameTokens, normaliseName } from '../src/registry/name-tokens.ts';
import { phoneticKey } from '../src/registry/phonetic-key.ts';
import type { CoName } from '../src/registry/port.ts';
import { alignmentDistance, tokenScore } from '../src/registry/token-score.ts';
import { documents, nameCases, named, quotedIn } from './colombia-documents.ts';

const { registries, cases, tokens } = nameCases;
const identity = named(registries, 'MARIA | GABRIELA | NUÑEZ | blank | GARCIA');
const spoken = (text: string) => ({ text, sound: phoneticKey(text) });

describe('the similarity of names', () => {
  it.each(cases)(
    '$id: $claimed against $registry is $expected',
    ({ claimed, registry, truncated, expected }) => {
      const options = truncated === undefined ? {} : { truncated };
      expect(registryNameSimilarity(claimed, named(registries, registry), options).score).toBe(expected);
    },
  );

  it.each(tokens)('of the tokens $a and $b is $expected, both ways', ({ a, b, expected }) => {
    expect(tokenScore(spoken(a), spoken(b)).score).toBeCloseTo(expected, 4);
    expect(tokenScore(spoken(b), spoken(a)).score).toBeCloseTo(expected, 4);
  });
});

/** A claim in the tables' notation: `GIVEN` / `SURNAMES`, with words for what cannot be printed. */
function claimIn(cell: string) {
  const [given = '', surname = ''] = cell.replace(', truncated', '').split(' / ');
  const text = (part: string) =>
    part.replace('(empty)', '').replace('U+FFFD', '\u{FFFD}').replaceAll(/[`+]/g, '');
  return { given: text(given), surname: text(surname) };
}

describe('the cases of names', () => {
  it('hold the first table of section 7 whole', () => {
    const printed = documents.names
      .flatMap(([a = '', s, b = '', t]) => [[a, Number(s)] as const, [b, Number(t)] as const])
      .map(([claim, expected]) => ({
        claimed: claimIn(claim),
        truncated: claim.endsWith(', truncated'),
        expected,
      }));
    expect(printed).toHaveLength(30);
    const held = cases
      .filter(({ id }) => id.startsWith('7a-'))
      .map(({ claimed, truncated = false, expected }) => ({ claimed, truncated, expected }));
    const inOrder = (list: object[]) => list.map((one) => JSON.stringify(one)).sort();
    expect(inOrder(held)).toEqual(inOrder(printed));
  });

  it('hold the second table of section 7 whole', () => {
    const printed = documents.otherNames.flatMap(([claim = '', , score]) => {
      const [given = '', ...surnames] = quotedIn(claim);
      return surnames.map((surname) => [given, surname, score === 'null' ? null : Number(score)]);
    });
    expect(printed).toHaveLength(11);
    const held = cases
      .filter(({ id }) => id.startsWith('7b-'))
      .map(({ claimed, expected }) => [claimed.given, claimed.surname, expected]);
    expect(held).toEqual(expect.arrayContaining(printed));
  });

  it('hold every token vector of section 7', () => {
    expect(documents.tokens).toHaveLength(13);
    expect(tokens.map(({ a, b, expected }) => [a, b, expected])).toEqual(documents.tokens);
  });
});

describe('a normalised name', () => {
  it.each([
    ['  María   Gabriela ', 'MARIA GABRIELA'],
    ['Nuñez', 'NUNEZ'],
    ['nu/ez', 'NUNEZ'],
    ['PEN*A', 'PENNA'],
    ['NU#EZ', 'NUNEZ'],
    ['Nu\u{0301}/ez', 'NUNEZ'],
    ['PEÑA?', 'PENA'],
    ['? PEÑA', 'PENA'],
    ['A//B', 'A B'],
    ["D'ARCO", 'DARCO'],
    ['D’ARCO', 'DARCO'],
    ['G.', 'G'],
    ['MA. DEL C.', 'MA DEL C'],
    ['M.ª Gabriela', 'MA GABRIELA'],
    ['ＮＵÑＥＺ', 'NUNEZ'],
    ['NUÑEZ-GARCIA', 'NUNEZ GARCIA'],
    ['GARCIA 2', 'GARCIA'],
    ['Straße', 'STRASSE'],
    [' - ', ''],
  ])('of %j is %j', (name, expected) => {
    expect(normaliseName(name)).toBe(expected);
  });

  it.each([
    ['MA. DEL CARMEN', 'given', ['MARIA', 'CARMEN']],
    ['Mª del Carmen', 'given', ['MARIA', 'CARMEN']],
    ['GPE FCO JN', 'given', ['GUADALUPE', 'FRANCISCO', 'JUAN']],
    ['ORTEGA Y GASSET', 'surname', ['ORTEGA', 'GASSET']],
    ['Y E', 'given', ['Y', 'E']],
    ['COSTA E SILVA', 'surname', ['COSTA', 'SILVA']],
    ['DE LA', 'surname', ['DE', 'LA']],
    ['DE LOS SANTOS VDA DE ROJAS', 'surname', ['SANTOS', 'ROJAS']],
    ['SANTA MARIA', 'given', ['SANTA', 'MARIA']],
    ['SAN MARTIN', 'surname', ['SAN', 'MARTIN']],
    ['', 'surname', []],
  ] as const)('%j has, as %s, the tokens %j', (part, role, expected) => {
    expect(nameTokens(part, role)).toEqual(expected);
  });
});

describe('a phonetic key', () => {
  it.each([
    ['LLORENTE', 'YORENTE'],
    ['CHAVEZ', '#ABES'],
    ['HERNANDEZ', 'ERNANDES'],
    ['QUINTERO', 'KINTERO'],
    ['GUERRERO', 'GERERO'],
    ['CECILIA', 'SESILIA'],
    ['GIMENEZ', 'JIMENES'],
    ['CARLOS', 'KARLOS'],
    ['XAVIER', 'SABIER'],
    ['WALTER', 'BALTER'],
    ['GUSTAVO', 'GUSTABO'],
    ['GOMEZZ', 'GOMES'],
  ])('of %s is %s', (token, key) => {
    expect(phoneticKey(token)).toBe(key);
  });
});

describe('two tokens', () => {
  it.each([
    ['GARCIA', 'GARCIA', 1, 'equal'],
    ['DELAROSA', 'ROSA', 0.97, 'glued'],
    ['LOSRIOS', 'RIOS', 0.97, 'glued'],
    ['DEOZ', 'OZ', 0, 'different'],
    ['SANROSA', 'ROSA', 0, 'different'],
    ['NUNEZ', 'NUNES', 0.95, 'sound'],
    ['G', 'GABRIELA', 0.8, 'initial'],
    ['G', 'MARIA', 0, 'different'],
    ['B', 'V', 0, 'different'],
    ['MARTA', 'MARIA', 0.8, 'letters'],
    ['ABCDE', 'ABXYE', 0.6, 'letters'],
    ['ABCD', 'ABXY', 0, 'different'],
    ['GABRIELA', 'GABRILEA', 0.875, 'letters'],
  ] as const)('%s and %s score %d by the rule %s', (a, b, score, rule) => {
    expect(tokenScore(spoken(a), spoken(b))).toEqual({ score, rule });
  });

  it.each([
    ['', '', 0],
    ['ABC', '', 3],
    ['CA', 'ABC', 3],
    ['ABCD', 'BADC', 2],
    ['KITTEN', 'SITTING', 3],
  ])('%j and %j are %d edits apart, no letter touched twice', (a, b, distance) => {
    expect(alignmentDistance(a, b)).toBe(distance);
    expect(alignmentDistance(b, a)).toBe(distance);
  });
});

describe('pairs of the greatest weight', () => {
  /** Tries every possible pairing; among the best, the one with the lowest columns, unpaired last. */
  function tried(
    weights: number[][],
    row = 0,
    taken: readonly number[] = [],
  ): { sum: number; columns: (number | null)[] } {
    const cells = weights[row];
    if (!cells) return { sum: 0, columns: [] };
    let best: { sum: number; columns: (number | null)[] } | null = null;
    for (const column of [...cells.keys(), null]) {
      const weight = column === null ? 0 : (cells[column] ?? 0);
      if (column !== null && (weight === 0 || taken.includes(column))) continue;
      const rest = tried(weights, row + 1, column === null ? taken : [...taken, column]);
      const sum = weight + rest.sum;
      if (!best || sum > best.sum + 1e-9) best = { sum, columns: [column, ...rest.columns] };
    }
    return best ?? { sum: 0, columns: [] };
  }

  const weight = fc.constantFrom(0, 0, 0, 1, 2, 2.5, 3, 7 / 3, 0.1, 0.2, 0.3);
  const matrix = fc
    .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 }))
    .chain(([rows, columns]) =>
      fc.array(fc.array(weight, { minLength: columns, maxLength: columns }), {
        minLength: rows,
        maxLength: rows,
      }),
    );

  it('are those that trying everything finds, ties included', () => {
    fc.assert(
      fc.property(matrix, (weights) => {
        expect(assign(weights)).toEqual(tried(weights).columns);
      }),
      { numRuns: 2000 },
    );
  });

  it('leave nothing to pair where one side is empty', () => {
    expect(assign([])).toEqual([]);
    expect(assign([[], []])).toEqual([null, null]);
  });
});

const word = fc.constantFrom(
  'MARIA',
  'MARTA',
  'NUÑEZ',
  'NUNES',
  'GARCIA',
  'GARIA',
  'DE',
  'LA',
  'LUZ',
  'A',
  'Ñ',
  '?',
  '-',
  'ELÍAS',
);
const words = fc.array(word, { maxLength: 12 }).map((list) => list.join(' '));
const nullable = fc.option(words);
const registryName: fc.Arbitrary<CoName> = fc.record({
  firstGiven: nullable,
  secondGiven: nullable,
  firstSurname: nullable,
  particle: nullable,
  secondSurname: nullable,
});
const claim = fc.record({ given: words, surname: words });
const hasLetter = (text: string | null): boolean => text !== null && /\p{L}/u.test(text);

describe('any two names', () => {
  it('score 0 to 100 with one decimal, and have no score only where a side has no letter', () => {
    fc.assert(
      fc.property(claim, registryName, fc.boolean(), (claimed, registry, truncated) => {
        const { score } = registryNameSimilarity(claimed, registry, { truncated });
        const bothNamed =
          (hasLetter(claimed.given) || hasLetter(claimed.surname)) && Object.values(registry).some(hasLetter);
        expect(score === null).toBe(!bothNamed);
        if (score === null) return;
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
        expect(Math.round(score * 10) / 10).toBe(score);
      }),
    );
  });

  it('are explained by numbers that give the score again', () => {
    const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0);
    const again = ({ kind, pairs, unmatched, reordered, guarded }: NameReading): number => {
      const matched = total(pairs.map((pair) => pair.weight * pair.score));
      const all = total(pairs.map((pair) => pair.weight)) + total(unmatched.map(({ cost }) => cost));
      const value = ((100 * matched) / all) * (reordered || kind === 'bag' ? 0.97 : 1);
      return guarded ? Math.min(80, value) : value;
    };
    fc.assert(
      fc.property(claim, registryName, (claimed, registry) => {
        const { score, explanation } = registryNameSimilarity(claimed, registry);
        if (!explanation) return;
        expect(Math.max(...explanation.readings.map(again))).toBeCloseTo(score ?? -1, 0);
        for (const reading of explanation.readings) expect(again(reading)).toBeCloseTo(reading.value, 9);
      }),
    );
  });

  it('show no letter of themselves in an explanation', () => {
    const { explanation } = registryNameSimilarity(
      { given: 'MARIO GABRIEL', surname: 'NUÑEZ GARIA' },
      identity,
    );
    const texts = JSON.stringify(explanation).toUpperCase();
    for (const name of ['MARI', 'GABRIEL', 'NUÑEZ', 'NUNEZ', 'GAR']) expect(texts).not.toContain(name);
  });

  it('take tokens beyond the eighth of a role as unmatched', () => {
    const nine = 'ANA BEA CID DORA EVA FLOR GILDA HEBE INES';
    const registry = { ...identity, firstGiven: nine, secondGiven: null };
    // 8 of 9 given names pair: 29 letters and the surnames' 11; twice 4 letters are left over, in the bag 4 and 2.
    const { score, explanation } = registryNameSimilarity({ given: nine, surname: 'NUÑEZ GARCIA' }, registry);
    expect(score).toBe(84.3);
    expect(explanation?.readings[0].value).toBeCloseTo(83.3333, 4);
    expect(explanation?.readings[0].unmatched).toHaveLength(2);
  });
});

describe('the explanation of a score', () => {
  it('reports which tokens were paired by which rule, and which remain', () => {
    const { score, explanation } = registryNameSimilarity(
      { given: 'GAVRIELA', surname: 'NUÑEZ X' },
      identity,
    );
    expect(score).toBe(62.7);
    expect(explanation?.decisive).toBe('bag');
    const [roles] = explanation?.readings ?? [];
    expect(roles).toMatchObject({
      kind: 'roles',
      reordered: false,
      guarded: false,
      pairs: [
        {
          claimed: { role: 'given', position: 0, letters: 8 },
          registry: { role: 'given', position: 1, letters: 8, part: 'secondGiven' },
          score: 0.95,
          rule: 'sound',
          weight: 8,
        },
        {
          claimed: { role: 'surname', position: 0, letters: 5 },
          registry: { role: 'surname', position: 0, letters: 5, part: 'firstSurname' },
          score: 1,
          rule: 'equal',
          weight: 5,
        },
      ],
      unmatched: [
        { side: 'claimed', role: 'surname', position: 1, letters: 1, cost: 1 },
        { side: 'registry', role: 'given', position: 0, letters: 5, cost: 5 },
        { side: 'registry', role: 'surname', position: 1, letters: 6 },
      ],
    });
    // 6 letters of a second surname at 0.35.
    expect(roles?.unmatched[2]?.cost).toBeCloseTo(2.1, 9);
  });

  it('reports another order of names, and a missing surname', () => {
    const swapped = registryNameSimilarity({ given: 'GABRIELA MARIA', surname: 'NUÑEZ GARCIA' }, identity);
    expect(swapped.score).toBe(97);
    expect(swapped.explanation?.readings[0].reordered).toBe(true);
    const surnameless = registryNameSimilarity({ given: 'MARIA GABRIELA', surname: '' }, identity);
    expect(surnameless.explanation?.readings.map(({ guarded }) => guarded)).toEqual([true, true]);
  });

  it('reports a name that the zone cut off', () => {
    const cut = { given: 'MARIA GABRI', surname: 'NUÑEZ GARCIA' };
    const { explanation } = registryNameSimilarity(cut, identity, { truncated: true });
    expect(explanation?.readings[0].pairs[1]).toMatchObject({ score: 1, rule: 'truncated', weight: 6.5 });
  });

  it.each([
    // 15 of 18 letters would be 83.3.
    ['', 80, true],
    // A given name recognised at 0.8 exactly: 19 of 20.
    ['MARTA', 95, false],
  ])('stays at 80 unless a given name is recognised: %j gives %d', (given, score, guarded) => {
    const registry = {
      ...identity,
      firstGiven: given ? 'MARIA' : 'LUZ',
      secondGiven: null,
      secondSurname: null,
    };
    const long = { ...registry, firstSurname: 'MONTENEGROSANTI' };
    const got = registryNameSimilarity({ given, surname: 'MONTENEGROSANTI' }, long);
    expect([got.score, got.explanation?.readings[0].guarded]).toEqual([score, guarded]);
  });

  it('compares less than four letters as a separate name', () => {
    const cut = { given: 'MARIA GAB', surname: 'NUÑEZ GARCIA' };
    const score = (truncated: boolean) => registryNameSimilarity(cut, identity, { truncated }).score;
    expect(score(true)).toBe(score(false));
  });
});
