import { evaluateUs, type UsAnswer, type UsQuestion } from '@countersign/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRegistries } from '../../registries/src/open-registries.ts';
import type { Registries } from '../../registries/src/registries.ts';
import { simulatorSettings } from '../../registries/src/simulator-settings.ts';
import { type Simulator, startSimulator } from '../src/server/simulator.ts';
import { ssnScenarios } from '../src/us-ssn/scenarios.ts';
import { compareHolder } from '../src/us-ssn/compare-holder.ts';

const holder = {
  firstName: 'Marlon',
  lastName: 'Tavistock',
  dateOfBirth: '1979-12-05',
  address: {
    houseNumber: '12',
    street: 'Example Street',
    city: 'Springfield',
    state: 'IL',
    postcode: '62701',
  },
};
/** The example of spec/contract.md A-34. */
const question: UsQuestion = {
  ssn: '987654329',
  firstName: 'Marlon',
  lastName: 'Tavistock',
  dateOfBirth: '1979-12-05',
  address: { fullAddress: '12 Example Street, Springfield, IL 62701' },
};
const ask = (seconds: number) => ({
  signal: new AbortController().signal,
  deadline: new Date(Date.now() + seconds * 1000).toISOString(),
  correlationId: '0e4a6f0c-53d2-4a6e-9a39-0b9b5b0b6f10',
});

describe('through the connector', () => {
  let simulator: Simulator;
  let registries: Registries;
  beforeAll(async () => {
    simulator = await startSimulator();
    registries = openRegistries(simulatorSettings(simulator.url, { retries: 0 }), {
      readSecret: () => '',
      onCall: () => undefined,
    });
  });
  afterAll(async () => {
    await registries.close();
    await simulator.close();
  });

  it.each([
    ['us.pass', '987654320', 'approved', null],
    ['us.silent', '987654321', 'declined', 901],
    ['us.first_name', '987654322', 'declined', 123],
    ['us.last_name', '987654323', 'declined', 123],
    ['us.date_of_birth', '987654324', 'approved', null],
    ['us.address', '987654325', 'approved', null],
    ['us.id_partial', '987654326', 'declined', 123],
    ['us.not_found', '987654327', 'declined', 123],
    ['us.down', '987654328', 'declined', 901],
    ['us.partial_address', '987654329', 'approved', null],
  ])('%s, %s: %s %s', async (id, ssn, status, reasonCode) => {
    const asked = { ...question, ssn };
    const result = await registries.us.check(asked, ask(id === 'us.silent' ? 1 : 20));
    const evaluated = evaluateUs(asked, result);
    expect(evaluated).toMatchObject({ verdict: { status, reasonCode } });
    expect(ssnScenarios.find((row) => row.id === id)?.outcome).toBe(
      reasonCode === null ? status : `${status} ${reasonCode}`,
    );
  });

  it('has no other scenario', () => {
    expect(ssnScenarios.map(({ number }) => number)).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((last) => `98765432${last}`),
    );
  });

  it('answers the example of the contract', async () => {
    expect(await registries.us.check(question, ask(20))).toMatchObject({
      kind: 'answered',
      answer: {
        compared: {
          firstName: 'full_match',
          lastName: 'full_match',
          dateOfBirth: 'full_match',
          address: 'partial_match',
          idNumber: 'full_match',
        },
      },
    });
  });

  it('finds no other number, and finds people that control added', async () => {
    const asked = { ...question, ssn: '987654319' };
    expect(await registries.us.check(asked, ask(20))).toMatchObject({ kind: 'not_found' });
    simulator.control.putPerson('us', '987654319', holder);
    expect(await registries.us.check(asked, ask(20))).toMatchObject({
      kind: 'answered',
      answer: { compared: { address: 'full_match' } },
    });
    expect(() => simulator.control.putPerson('us', '987654319', { firstName: 'Marlon' })).toThrow(
      'needs firstName, lastName, dateOfBirth and a whole address',
    );
  });
});

describe('comparison with the record', () => {
  const compared = (more: Partial<UsQuestion>): UsAnswer['compared'] =>
    compareHolder({ ssn: '987654320', ...more }, holder);

  it('compares only what was sent', () => {
    expect(compared({})).toEqual({
      firstName: null,
      lastName: null,
      dateOfBirth: null,
      address: null,
      city: null,
      state: null,
      zip: null,
      idNumber: 'full_match',
    });
  });

  it.each([
    [{ firstName: 'MARLÓN' }, { firstName: 'full_match' }],
    [{ firstName: 'M' }, { firstName: 'partial_match' }],
    [{ firstName: 'Martha' }, { firstName: 'no_match' }],
    [{ fullName: 'Marlon J. Tavistock' }, { firstName: 'full_match', lastName: 'full_match' }],
    [{ fullName: 'Marlon Tavis' }, { firstName: 'full_match', lastName: 'partial_match' }],
    [{ fullName: 'Jane Doe' }, { firstName: 'no_match', lastName: 'no_match' }],
    [{ dateOfBirth: '1979-12-05' }, { dateOfBirth: 'full_match' }],
    [{ dateOfBirth: '1979-05-12' }, { dateOfBirth: 'no_match' }],
    [
      { address: { fullAddress: '12 example street; springfield, IL 62701' } },
      { address: 'full_match', city: 'full_match', state: 'full_match', zip: 'full_match' },
    ],
    [
      { address: { fullAddress: '14 Example Street, Springfield, IN 62701' } },
      { address: 'partial_match', city: 'full_match', state: 'no_match', zip: 'full_match' },
    ],
    [{ address: { fullAddress: '3 Other Road, Salem, OR 97301' } }, { address: 'no_match', zip: 'no_match' }],
    [
      { address: { houseNumber: '12', street: 'Example Street', postcode: '62701' } },
      { address: 'full_match', city: null, state: null, zip: 'full_match' },
    ],
    [
      { address: { houseNumber: '12', street: 'Example Street', postcode: '62702' } },
      { address: 'partial_match', zip: 'no_match' },
    ],
  ])('%j', (sent, expected) => {
    expect(compared(sent)).toMatchObject(expected);
  });
});
