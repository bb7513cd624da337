import { beforeAll, describe, expect, it } from 'vitest';
import {
  columnsOf,
  contractSpec,
  registriesSpec,
  tableAfter,
} from '../../../core/test/registry-documents.ts';
import type { TestIntegration } from '../../src/index.ts';
import { answered, named, patterns, silent, slow } from '../support/colombian-personas.ts';
import { describeService } from '../support/each-engine.ts';
import {
  approved,
  declined,
  genuineWebhook,
  numbersIn,
  passage,
  standalone,
  told,
  type Verdict,
} from '../support/registry-personas.ts';
import { colombian, type Verification } from '../support/registry-sessions.ts';

it('Colombia’s personas are those of the documents', () => {
  const contract = numbersIn(passage(contractSpec, '| Colombia, number', '## 16. Embedded'));
  expect(contract).toHaveLength(8);
  expect([...named, ...slow].map(([number]) => number)).toEqual(expect.arrayContaining(contract));
  const columns = ['Ends in', 'S', 'Verdict'];
  const endings = columnsOf(tableAfter(registriesSpec, '| Ends in | Person |'), columns).flatMap(
    ([ending = '', ...rest]) => ending.split(' ').map((digit) => [digit, ...rest]),
  );
  const ours = [...patterns, ...slow.slice(1)].map(([number, , { status, reasonCode }, object]) => [
    number.slice(-1),
    String((object as { fullNameSimilarity: number | null }).fullNameSimilarity),
    reasonCode === null ? status : `${status.replace('_requested', '')} ${reasonCode}`,
  ]);
  expect(ours.sort()).toEqual(endings.sort());
});

describeService('Colombia’s personas at the public API', (running) => {
  let colombia: TestIntegration;
  beforeAll(async () => {
    colombia = await standalone(running(), 'CO');
  });

  const expectTold = async (verification: Verification, verdict: Verdict, registryValidation: object) => {
    const { decision, webhook } = await told(running(), colombia, { verification, selfie: false });
    const { number } = verification['document'] as Verification;
    expect(decision).toMatchObject({ ...verdict, document: { number, country: 'CO' } });
    expect(decision['additionalVerifiedData']).toEqual({ registryValidation });
    expect(decision).not.toHaveProperty('registryValidations');
    expect(webhook).toEqual(genuineWebhook);
  };

  describe.concurrent('by number', () => {
    it.each(named)('%s: %s', (number, _who, verdict, object) =>
      expectTold(colombian(number), verdict, object),
    );
  });

  describe.concurrent('by last digit', () => {
    it.each(patterns)('%s: %s', (number, _who, verdict, object) =>
      expectTold(colombian(number), verdict, object),
    );
  });

  it('are cards of minors as well', () =>
    expectTold(colombian('10203040500', { idCardType: 'TI' }), approved, answered(100, true, true)));

  it.each([
    ['CE', '1234560'],
    ['NIT', '9001234568'],
  ])('are none of kind %s, for which there is no registry', (idCardType, number) =>
    expectTold(colombian(number, { idCardType }), declined(544), silent),
  );

  it('are none where the number can be of no such card, whether or not there is a registry for it (A-302)', () =>
    expectTold(colombian('9000000012', { idCardType: 'CE' }), declined(529), answered(null, false, null)));

  it('are shown with a second last name in the full name alone (A-300)', async () => {
    const person = { firstName: 'MARIA GABRIELA', lastName: 'NUÑEZ', secondLastName: 'GARCIA' };
    const verification = { ...colombian('9000000001'), person };
    const { decision } = await told(running(), colombia, { verification, selfie: false });
    expect(decision).toMatchObject({
      ...approved,
      person: {
        firstName: 'MARIA GABRIELA',
        lastName: 'NUÑEZ',
        fullName: 'MARIA GABRIELA NUÑEZ GARCIA',
      },
      additionalVerifiedData: { registryValidation: answered(100, true, true) },
    });
  });

  it('fail when one thing of the identity is changed', async () => {
    const another = { firstName: 'PEDRO PABLO', lastName: 'CHAVES TORRES' };
    const stranger = { ...colombian('1020304050'), person: another };
    await expectTold(stranger, declined(529), answered(0, true, true));
    const issuedLater = colombian('1020304050', { firstIssue: '2015-06-21' });
    await expectTold(issuedLater, declined(529), answered(100, false, true));
  });

  it('come after the population of their registry, whose last digits have no meaning', () => {
    const gerardo = {
      ...colombian('9100000002', { firstIssue: '2005-11-20' }),
      person: { firstName: 'GERARDO', lastName: 'IBAÑEZ PEREZ' },
    };
    return expectTold(gerardo, approved, answered(100, true, true));
  });

  it.each([
    ['too short for a pattern', '12340'],
    ['too short for a card', '12'],
  ])('are none whose number is %s', (_, number) =>
    expectTold(colombian(number), declined(529), answered(null, false, null)),
  );
});
