import { describe, expect, it } from 'vitest';
import { agreementOf } from '../src/agreement/agreement-of.ts';
import { claim, filler, pageOf, type Printed, stateOf, today } from './agreement-page.ts';

describe('a name that a zone claims, printed in another script (A-440)', () => {
  // The engine returns the Latin letters that these capitals look like.
  it.each([
    ['IVANOVA', 'ИВАНОВА', 'UBAHOBA'],
    ['IVANOVA', 'ИВАНОВА', 'WBAHOBA'],
    ['JELENA', 'ЈЕЛЕНА', 'JENEHA'],
    ['SEROVA', 'СЕРОВА', 'CEPOBA'],
    ['VERA', 'ВЕРА', 'BEPA'],
    ['ELENI', 'ΕΛΕΝΗ', 'EAENH'],
    ['PAPPA', 'ΠΑΠΠΑ', 'NANNA'],
    ['ANNA', 'ԱՆՆԱ', 'ULLU'],
    ['THOMA', 'ΘΩΜΑ', 'ONMA'],
    ['BELLOS', 'ΜΠΕΛΛΟΣ', 'MNEAAOZ'],
    ['BADALYAN', 'ԲԱԴԱԼՅԱՆ', 'FUTULZUL'],
    ['MANUKYAN', 'ՄԱՆՈՒԿՅԱՆ', 'UVULNFUZUL'],
  ])('%s is found where %s was read as %s', (name, _, read) => {
    const printed = { fields: { lastName: [read, 0.95] } } satisfies Printed;
    expect(stateOf(claim('lastName', name), [read], printed)).toBe('found');
  });

  it.each([
    ['another name in that script', 'IVANOVA', 'KY3HELIOBA'],
    ['a Latin name beside it', 'IVANOVA', 'NBAHOBA TAVISTOCK'],
    ['a Latin name below it', 'VERA', 'BEPA HENRIETTA'],
    ['a Latin name that resembles it', 'SEROVA', 'CORDOBA'],
  ])('is contradicted by %s: %s, %s', (_, name, read) => {
    const printed = { fields: { lastName: [read, 0.95] } } satisfies Printed;
    expect(stateOf(claim('lastName', name), [read], printed)).toBe('contradicts');
  });

  // The engine returns capitals of other scripts also as small letters and digits, which are no Latin name.
  it.each([
    ['SARYAN', 'ՍԱՐՅԱՆ', 'uur3suL', 'found'],
    ['PAPPA', 'ΠΑΠΠΑ', 'nanna', 'found'],
    ['KAREN', 'ԿԱՐԵՆ', '4UrEL', 'found'],
    ['PAPPA', 'ΕΛΕΝΗ', 'eaenh', 'absent'],
    ['HADDAD', 'حداد', 'thu', 'absent'],
  ] as const)('%s beside its label is %s, read as %s: %s', (name, _, read, state) => {
    const page = pageOf([...filler, read]);
    const box = page.words.at(-1)?.box ?? [0, 0, 1, 1];
    const located = [{ field: 'lastName', kind: 'name', value: null, hasWords: true, box } as const];
    const { agreement } = agreementOf([{ ...page, located }], [claim('lastName', name)], today);
    expect(agreement.lastName?.state).toBe(state);
  });

  it.each([
    ['IAN', 'ЯН', 'AH', 'absent'],
    ['ZOI', 'ΖΩΗ', 'ZQH', 'absent'],
    ['ELA', 'ԷԼԱ', 'ELU', 'absent'],
    ['KIM', 'a Latin name', 'LEE', 'contradicts'],
  ])(
    '%s is too short to be found, and not contradicted by itself: %s, read as %s',
    (name, _, read, state) => {
      const printed = { fields: { firstName: [read, 0.97] } } satisfies Printed;
      expect(stateOf(claim('firstName', name), [], printed)).toBe(state);
    },
  );

  it.each([
    ['WH', 0.8, 'absent'],
    ['FRI', 0.8, 'absent'],
    ['WH', 0.9, 'contradicts'],
    ['NG', 0.97, 'contradicts'],
    ['YFRI', 0.8, 'contradicts'],
  ] as const)(
    'is contradicted by a scrap only where a reading was sure of it: %s, %d, %s',
    (read, sure, state) => {
      const printed = { fields: { firstName: [read, sure] } } satisfies Printed;
      expect(stateOf(claim('firstName', 'HANA'), [read], printed)).toBe(state);
    },
  );

  it.each([
    ['the first reading was sure of it', { first: 0.9 }, 'contradicts', 0.8],
    ['the second reading was sure of it', { again: 0.9, at: [0, 0, 40, 20] }, 'contradicts', 0.8],
    ['two readings repeat it', { first: 0.7, again: 0.7, at: [0, 0, 40, 20] }, 'contradicts', 0.8],
    ['two repeat it, one surely', { first: 0.7, again: 0.9, at: [0, 0, 40, 20] }, 'contradicts', 0.9],
    ['the first reading was not sure of it', { first: 0.7 }, 'absent', 1],
    ['the second reading was not sure of it', { again: 0.7, at: [0, 0, 40, 20] }, 'absent', 1],
    ['it was read surely elsewhere', { first: 0.7, again: 0.9, at: [400, 300, 40, 20] }, 'absent', 1],
  ] as const)('is compared with a few letters beside its label: %s', (_, readings, state, confidence) => {
    const { first, again, at } = { first: null, again: null, at: [0, 0, 0, 0] as const, ...readings };
    const page = pageOf(filler, { fields: { lastName: ['LEE', 0.8] } });
    const located = first === null ? [] : page.located.map((field) => ({ ...field, confidence: first }));
    const wordsAgain = again === null ? [] : [{ text: 'LEE', confidence: again, box: at }];
    const { agreement } = agreementOf([{ ...page, located, wordsAgain }], [claim('lastName', 'KIM')], today);
    expect(agreement.lastName).toMatchObject({ state, confidence });
  });
});

describe('a name of one letter that a zone claims', () => {
  it.each([
    ['B', 'TAVISTOCK', 'contradicts'],
    // Zones shorten names to initials.
    ['T', 'TAVISTOCK', undefined],
    ['H', 'ANNA HENRIETTA', undefined],
    ['A', 'ÅSE', undefined],
  ])('%s is compared with the value beside its label: %s', (name, value, state) => {
    const printed = { fields: { lastName: [value, 0.95] } } satisfies Printed;
    expect(stateOf(claim('lastName', name), [value], printed)).toBe(state);
  });

  it('is not searched for elsewhere', () => {
    expect(stateOf(claim('lastName', 'B'), ['B'])).toBeUndefined();
    expect(stateOf(claim('lastName', 'B'), ['B'], { fields: { lastName: ['TAVISTOCK', 0.95] } })).toBe(
      'contradicts',
    );
  });
});
