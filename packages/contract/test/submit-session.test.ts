import { describe, expect, it } from 'vitest';
import { parseSubmitSession, parseValidateRegistry } from '../src/index.ts';
import { codesIn, examples, table } from './contract-text.ts';
import { code, outcome } from './outcome.ts';

const sessionId = '5043de43-828c-4b68-9ca0-15a1b9ea504d';
const submit = (body: unknown) => parseSubmitSession(body, { sessionId });

const rows = [
  {
    member: '`verification`',
    refused: [
      [{}, '400/1102'],
      [{ verification: null }, '400/1102'],
      [{ verification: 'submitted' }, '400/1104'],
      [{ verification: [] }, '400/1104'],
    ],
  },
  {
    member: '`verification.status`',
    refused: [
      [{ verification: {} }, '400/1102'],
      [{ verification: { status: null } }, '400/1102'],
      [{ verification: { status: ' ' } }, '400/1102'],
      [{ verification: { status: 'started' } }, '400/1303'],
      [{ verification: { status: 'Submitted' } }, '400/1303'],
      [{ verification: { status: 1 } }, '400/1303'],
      [{ verification: { status: 'created', id: 'x' } }, '400/1303'],
    ],
  },
  {
    member: '`verification.id`',
    refused: [
      [{ verification: { status: 'submitted', id: '01893009-00fc-4f83-b099-37658d1514ab' } }, '400/1104'],
      [{ verification: { status: 'submitted', id: 5 } }, '400/1104'],
      [{ verification: { status: 'submitted', id: '' } }, '400/1104'],
    ],
  },
] as const;

describe('PATCH /sessions/{sessionId}, the table of A-31', () => {
  it.each(rows)('$member is refused with the codes of its row', ({ member, refused }) => {
    for (const [body, expected] of refused) {
      expect(`${JSON.stringify(body)} ${code(() => submit(body))}`).toBe(
        `${JSON.stringify(body)} ${expected}`,
      );
    }
    const violation = table('A-31').find(([cell]) => cell === member)?.[2] ?? '';
    expect([...new Set(refused.map(([, expected]) => expected))]).toEqual(codesIn(violation));
  });

  it.each([
    { verification: { status: 'submitted' } },
    { verification: { status: ' submitted ' } },
    { verification: { status: 'submitted', id: sessionId } },
    { verification: { status: 'submitted', id: sessionId.toUpperCase() } },
    { verification: { status: 'submitted', id: null, lang: 'et' }, frontState: 'done' },
  ])('accepts %j', (body) => {
    expect(submit(body)).toEqual({ status: 'submitted' });
  });

  it('does not accept the answer of session creation (A-17 b)', () => {
    expect(code(() => submit(examples('A-27')[0]))).toBe('400/1303');
  });
});

describe('POST /sessions/validate-registry, A-34', () => {
  const options = {
    today: '2026-11-20',
    mexico: false,
    registryAlone: null,
    allowLoopbackHttpCallback: false,
  };
  const validate = (verification: unknown) => parseValidateRegistry({ verification }, options);
  const person = {
    idNumber: '987-65-4329',
    firstName: 'Marlon',
    lastName: 'Tavistock',
    dateOfBirth: '1979-12-05',
  };

  it.each([
    ['no person', {}, '400/1308'],
    ['a person of another type', { person: 1 }, '400/1104 verification.person'],
    ['no ID number', { person: { ...person, idNumber: null } }, '400/1308'],
    ['a blank ID number', { person: { ...person, idNumber: '  ' } }, '400/1308'],
    [
      'a short ID number',
      { person: { ...person, idNumber: '987-65-432' } },
      '400/1104 verification.person.idNumber',
    ],
    [
      'letters in the ID number',
      { person: { ...person, idNumber: '987-65-432A' } },
      '400/1104 verification.person.idNumber',
    ],
    ['only a first name', { person: { ...person, lastName: '' } }, '400/1309'],
    ['no names', { person: { idNumber: '987654329' } }, '400/1309'],
    ['neither birth date nor address', { person: { ...person, dateOfBirth: null } }, '400/1310'],
    [
      'an incomplete address',
      { person: { ...person, dateOfBirth: null }, address: { street: 'Example Street', houseNumber: '12' } },
      '400/1310',
    ],
    ['an id', { id: sessionId, person }, '400/1104 verification.id'],
    ['a wrong member of A-25', { person: { ...person, gender: 'X' } }, '400/1104 verification.person.gender'],
  ])('refuses %s', (_name, verification, expected) => {
    expect(outcome(() => validate(verification))).toBe(expected);
  });

  it.each([
    ['the example', (examples('A-34')[0] as { verification: unknown }).verification],
    [
      'a full name',
      { person: { idNumber: '987 65 4329', fullName: 'Marlon Tavistock', dateOfBirth: '1979-12-05' } },
    ],
    [
      'a full address',
      { person: { ...person, dateOfBirth: null }, address: { fullAddress: '12 Example Street' } },
    ],
    [
      'the parts of an address',
      {
        person: { ...person, dateOfBirth: null },
        address: { street: 'Example Street', houseNumber: '12', postcode: '62701' },
      },
    ],
  ])('accepts %s', (_name, verification) => {
    expect(outcome(() => validate(verification))).toBe('accepted');
  });
});
