import { describe, expect, it } from 'vitest';
import { carriedDecision, carriedHit, type PastDecision } from './carried-decision.ts';
import type { FoundHit } from './found-hit.ts';
import { compareResults, judgedAs } from './material-change.ts';

const hit = (over: Partial<FoundHit> = {}): FoundHit => ({
  entityId: 'x-1',
  formerIds: [],
  score: 90,
  matchTypes: ['name_exact'],
  matchedName: 'Dario Velmont',
  listTypes: ['PEP_CLASS_2'],
  countries: [],
  countryNames: [],
  birthDate: '',
  deathDate: null,
  gender: null,
  aka: [],
  associates: [],
  positions: [],
  listings: [],
  trace: { listedKind: 'primary', pairs: [], leftQuery: [], leftListed: [] },
  ...over,
});

const decided = (over: Partial<PastDecision> = {}): PastDecision => ({
  sessionId: 's-1',
  entityId: 'x-1',
  matchStatus: 'false_positive',
  judged: { listTypes: ['PEP_CLASS_2'], score: 90 },
  person: null,
  decidedAt: '2026-11-20T10:00:00.000Z',
  ...over,
});
const dario = { name: 'Dario Velmont', year: '1971' };
/** Comparison of the person with the listed one. */
const compared = (...facts: string[]): Pick<FoundHit, 'explanation'> => ({
  explanation: {
    score: 90,
    summary: '',
    settledBy: [],
    evidence: facts.map((fact) => {
      const [field, relation = ''] = fact.split(' ');
      return { field: field as 'birthDate', subject: null, listed: null, relation, points: 0 };
    }),
  },
});

const later = { sessionId: 's-2', decidedAt: '2026-11-21T10:00:00.000Z' };
const ofOld = { entityId: 'x-0' };
const merged = { formerIds: ['x-0'] };

describe('a decision of an earlier session (section 13)', () => {
  it.each<[string, PastDecision[], Partial<FoundHit>, string | null]>([
    ['there is no decision', [], {}, null],
    ['a false positive holds', [decided()], {}, 's-1'],
    ['a true match is never carried', [decided({ matchStatus: 'true_match' })], {}, null],
    ['an inconclusive hit is never carried', [decided({ matchStatus: 'inconclusive' })], {}, null],
    ['it was about another entity', [decided({ entityId: 'x-2' })], {}, null],
    ['a list type has appeared', [decided()], { listTypes: ['PEP_CLASS_2', 'SANCTIONS'] }, null],
    ['a list type has gone', [decided()], { listTypes: [] }, 's-1'],
    ['the score is in a higher band', [decided()], { score: 95 }, null],
    ['the score is higher in the same band', [decided()], { score: 94.99 }, 's-1'],
    ['the score is in a lower band', [decided()], { score: 79 }, 's-1'],
    ['the entity has another id now', [decided(ofOld)], merged, 's-1'],
    ['the newest word counts', [decided(later), decided({ matchStatus: 'true_match' })], {}, 's-2'],
    [
      'it was decided otherwise later',
      [decided(), decided({ ...later, matchStatus: 'inconclusive' })],
      {},
      null,
    ],
    [
      'it was taken back later',
      [decided(), decided({ ...later, matchStatus: 'potential_match', judged: null })],
      {},
      null,
    ],
    ['both merged entities were dismissed', [decided(ofOld), decided(later)], merged, 's-2'],
    [
      'one of the merged entities was the person',
      [decided({ ...ofOld, matchStatus: 'true_match' }), decided(later)],
      merged,
      null,
    ],
  ])('%s', (_what, past, over, from) => {
    const now = { hit: hit(over), person: dario };
    expect(carriedDecision(past, now)?.sessionId ?? null).toBe(from);
    expect(carriedDecision(past.toReversed(), now)?.sessionId ?? null).toBe(from);
  });

  it.each<[string, { name: string; year: string } | null, boolean]>([
    ['the same person', dario, true],
    ['an unrecorded person of an earlier release', null, true],
    ['the name in another order and case', { name: 'VELMONT Darío', year: '1971' }, true],
    ['no birth date', { name: 'Dario Velmont', year: '' }, true],
    ['another first name', { name: 'Daria Velmont', year: '1971' }, false],
    ['a name more', { name: 'Dario Emil Velmont', year: '1971' }, false],
    ['another birth year', { name: 'Dario Velmont', year: '1999' }, false],
  ])('about %s (A-356)', (_what, person, carried) => {
    expect(carriedDecision([decided({ person })], { hit: hit(), person: dario }) !== null).toBe(carried);
  });

  it.each<[string, string[] | null, string[], boolean]>([
    ['nothing agrees as before', [], ['birthDate unknown', 'identifier unknown'], true],
    ['the year agreed then as well', ['birthDate same_year'], ['birthDate same_year'], true],
    ['the date agreed then, and now the year', ['birthDate same_date'], ['birthDate same_year'], true],
    ['the year agrees now', ['birthDate unknown'], ['birthDate same_year'], false],
    ['the date agrees now', ['birthDate same_year'], ['birthDate same_date'], false],
    ['a number agrees now', ['identifier unknown'], ['identifier same'], false],
    ['a country agrees now', ['country unknown'], ['country shared'], true],
    ['a number agrees, and what agreed then is not recorded', null, ['identifier same'], true],
  ])('%s (A-356)', (_what, before, now, carried) => {
    const judged = judgedAs(hit(before === null ? {} : compared(...before)));
    const found = { hit: hit(compared(...now)), person: dario };
    expect(carriedDecision([decided({ judged })], found) !== null).toBe(carried);
  });

  it('starts the hit as false_positive and names its source', () => {
    expect(carriedHit('h-9', hit({ score: 85 }), decided())).toMatchObject({
      id: 'h-9',
      matchStatus: 'false_positive',
      judged: { listTypes: ['PEP_CLASS_2'], score: 90 },
      carriedFrom: { sessionId: 's-1', decidedAt: '2026-11-20T10:00:00.000Z' },
    });
  });

  it.each<[string, Partial<FoundHit>, string, boolean]>([
    ['another country', { countries: ['EE'] }, 'false_positive', true],
    [
      'a list type more',
      { listTypes: ['PEP_CLASS_2', 'WARNINGS'], countries: ['EE'] },
      'potential_match',
      false,
    ],
    ['a higher band than was judged', { score: 96 }, 'potential_match', false],
  ])('monitoring measures it by what was judged then: %s', (_what, over, status, carried) => {
    const { hits } = compareResults([carriedHit('h-1', hit(), decided())], [hit(over)], () => 'new');
    expect(hits.map(({ matchStatus, carriedFrom }) => [matchStatus, carriedFrom !== null])).toEqual([
      [status, carried],
    ]);
  });
});
