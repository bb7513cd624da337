import { describe, expect, it } from 'vitest';
import { replayCases } from '../../../test/replay-cases.ts';
import { RandomLists } from '../../../test/support/random-lists.ts';
import type { Explanation } from '../../model/explanation.ts';
import { defaultOptions } from '../../model/screener.ts';
import { createScanScreener } from '../hits/scan-screener.ts';
import { explainHit } from './explain-hit.ts';
import { english, type ExplanationTexts } from './explanation-texts.ts';
import { spanish } from './explanation-texts-es.ts';
import { brazilian } from './explanation-texts-pt-br.ts';
import { translateExplanation } from './translate-explanation.ts';

const languages = [
  ['es', spanish],
  ['pt-BR', brazilian],
] as const;

/** Returns texts by path, without relations, which have no English texts. */
function flattened(texts: object, prefix = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, value]: [string, unknown]) => {
      const path = `${prefix}${key}`;
      if (path === 'relations') return [];
      return typeof value === 'object' && value !== null
        ? Object.entries(flattened(value, `${path}.`))
        : [[path, String(value)] as const];
    }),
  );
}

const placeholders = (text = ''): string[] => Array.from(text.matchAll(/\{\w+\}/gu), ([name]) => name).sort();

/** Yields the explanations of all hits on the test lists. */
function* someExplanations(): Generator<Explanation> {
  for (const { subject, entity, options } of replayCases) {
    const [hit] = createScanScreener([entity], { snapshot: 'test' }).screen(subject, {
      ...defaultOptions,
      ...options,
    }).hits;
    if (hit) yield explainHit(subject, entity, hit);
  }
  const random = new RandomLists(41);
  const entities = random.entities(150);
  const screener = createScanScreener(entities, { snapshot: 'test' });
  for (let asked = 0; asked < 200; asked += 1) {
    const { subject, options } = random.question(entities);
    if (/^\P{L}*$/u.test(subject.name ?? '')) continue;
    for (const hit of screener.screen(subject, { ...options, matchThreshold: 40, limit: 20 }).hits) {
      const entity = screener.entity(hit.entityId);
      if (entity) yield explainHit(subject, entity, hit);
    }
  }
}

describe.each(languages)('in %s', (_, texts: ExplanationTexts) => {
  it('every text of the English table is there, with the same values', () => {
    const [translated, original] = [flattened(texts), flattened(english)];
    expect(Object.keys(translated).sort()).toEqual(Object.keys(original).sort());
    const values = (table: Record<string, string>) =>
      Object.fromEntries(Object.entries(table).map(([path, text]) => [path, placeholders(text)]));
    expect(values(translated)).toEqual(values(original));
  });

  it('every relation that explanations have is there', () => {
    const seen = new Set<string>();
    for (const { evidence } of someExplanations())
      for (const { relation } of evidence) if (!Object.hasOwn(texts.relations, relation)) seen.add(relation);
    expect([...seen]).toEqual([]);
  });

  it('every relation of the English table is there', () => {
    const facts = Object.values(english.facts).flatMap((relations) => Object.keys(relations));
    const shown = facts.filter((relation) => !relation.startsWith('unknown_'));
    const missing = [...Object.keys(english.differences), ...shown].filter(
      (relation) => !Object.hasOwn(texts.relations, relation),
    );
    expect(missing).toEqual([]);
  });
});

const stored: Pick<Explanation, 'evidence' | 'settledBy'> = {
  settledBy: ['birthDate'],
  evidence: [
    { field: 'name', subject: 'Dario Velmont', listed: 'Darío Velmond', relation: 'compared', points: 100 },
    { field: 'name', subject: 'Dario', listed: 'Darío', relation: 'same', points: 0 },
    { field: 'name', subject: 'Velmont', listed: 'Velmond', relation: 'one_letter', points: -9.3 },
    { field: 'birthDate', subject: '1971', listed: '1971-04-02', relation: 'same_year', points: 3 },
    { field: 'country', subject: 'ES', listed: 'ES, PT', relation: 'shared', points: 2 },
    { field: 'rule', subject: null, listed: null, relation: 'a_rule_of_later', points: 0 },
  ],
};

describe('a stored explanation', () => {
  it('is in Spanish', () => {
    expect(translateExplanation(stored, 'alias', 'es')).toEqual({
      summary:
        'El nombre y un alias coinciden salvo por una letra («Velmont», «Velmond»); el año de nacimiento coincide; hay un país en común. ' +
        'Una fecha de nacimiento completa lo aclararía.',
      relations: ['se comparan', 'igual', 'una letra', 'mismo año', 'en común', 'a rule of later'],
    });
  });

  it('is in Portuguese, with a date of birth of which the list has the year alone', () => {
    const [name, ...others] = stored.evidence;
    const evidence = [name!, ...others].map((row) =>
      row.field === 'birthDate' ? { ...row, listed: 'about 1971', relation: 'unknown', subject: null } : row,
    );
    expect(translateExplanation({ ...stored, evidence }, 'primary', 'pt-BR').summary).toBe(
      'Os nomes coincidem, exceto por uma letra (“Velmont”, “Velmond”); nenhuma data de nascimento foi informada; há um país em comum. ' +
        'Uma data de nascimento esclareceria.',
    );
  });

  it('omits what would settle it where nothing is left to settle', () => {
    const evidence = stored.evidence.map((row) =>
      row.field === 'birthDate' ? { ...row, relation: 'same_date' } : row,
    );
    expect(translateExplanation({ evidence, settledBy: [] }, 'primary', 'es').summary).toMatch(
      /hay un país en común\.$/,
    );
  });
});
