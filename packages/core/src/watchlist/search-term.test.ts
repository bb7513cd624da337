import { describe, expect, it } from 'vitest';
import { noReading } from '../session/document/document-reading.ts';
import type { SessionData } from '../session/session-data.ts';
import { screenedPerson, searchTermOf } from './search-term.ts';

const session = (over: Partial<SessionData> = {}): SessionData => ({
  vendorData: null,
  endUserId: null,
  callback: null,
  person: {},
  document: {},
  address: {},
  consents: [],
  proofOfAddressTypes: [],
  ...over,
});
const rules = {
  lists: ['WARNINGS', 'SANCTIONS'],
  matchThreshold: 80,
  exactMatch: false,
  countries: [],
  excludeDeceased: false,
} as const;

describe('the screened person (A-55, A-63, A-65)', () => {
  it.each([
    [{}, null],
    [{ fullName: 'Dario Velmont' }, null],
    [{ firstName: '  ', lastName: '' }, null],
    [{ firstName: '--', lastName: '…' }, null],
    [{ firstName: 'Dario' }, 'Dario'],
    [{ lastName: 'Velmont' }, 'Velmont'],
    [{ firstName: 'Dario', lastName: 'Velmont', secondLastName: 'Ruiz' }, 'Dario Velmont Ruiz'],
    [{ firstName: '9' }, '9'],
  ])('%j is %s', (person, name) => {
    const screened = screenedPerson(session({ person }), null);
    expect(screened && searchTermOf(screened, rules).name).toBe(name);
  });

  it('a name that the document does not split is searched as a whole', () => {
    const reading = { ...noReading, source: 'VIZ', wholeName: 'ODRADEK ZAMZA' } as const;
    const screened = screenedPerson(session({ person: { firstName: 'Zamza' } }), reading);
    expect(screened).toMatchObject({ firstName: null, lastName: 'ODRADEK ZAMZA' });
    expect(screened && searchTermOf(screened, rules).name).toBe('ODRADEK ZAMZA');
  });

  it('the one name of a person is searched once, whichever member it was sent in', () => {
    const reading = { ...noReading, source: 'MRZ', lastName: 'SUHARJA' } as const;
    const name = (person: SessionData['person']) => {
      const screened = screenedPerson(session({ person }), reading);
      return screened && searchTermOf(screened, rules).name;
    };
    expect(name({ firstName: 'Suharja' })).toBe('SUHARJA');
    expect(name({ lastName: 'Suharja' })).toBe('SUHARJA');
    expect(name({ firstName: 'Dewi' })).toBe('Dewi SUHARJA');
  });

  it('a second last name that was sent is searched with the last name, unless that was read (A-309)', () => {
    const data = session({
      person: { firstName: 'Dario', lastName: 'Velmont', secondLastName: 'Ruiz' },
      document: { country: 'ES' },
    });
    const name = (reading: Parameters<typeof screenedPerson>[1]) => {
      const person = screenedPerson(data, reading);
      return person && searchTermOf(person, rules).name;
    };
    expect(name(null)).toBe('Dario Velmont Ruiz');
    expect(name({ ...noReading, lastName: 'VELMONT RUIZ' })).toBe('Dario VELMONT RUIZ');
  });

  it('what was read wins, member by member', () => {
    const person = screenedPerson(
      session({
        person: { firstName: 'Dario', lastName: 'Velmont', dateOfBirth: '1971-06-02', idNumber: '4711' },
        document: { country: 'CO', number: 'AB1' },
        address: { country: 'AR' },
      }),
      { ...noReading, lastName: 'VELMOND', country: 'EE', nationality: 'LV', number: 'KQ09', gender: 'M' },
    );
    expect(person).toEqual({
      firstName: 'Dario',
      lastName: 'VELMOND',
      secondLastName: null,
      dateOfBirth: '1971-06-02',
      gender: 'M',
      countries: ['AR', 'EE', 'LV'],
      identifiers: [
        { value: 'KQ09', country: 'EE' },
        { value: '4711', country: 'EE' },
      ],
      suppliedLastName: 'Velmont',
    });
  });

  it('the filter is merged with the person only where there is one; lists are in the order of the interface', () => {
    const person = screenedPerson(
      session({ person: { lastName: 'Velmont' }, document: { country: 'CO' } }),
      null,
    );
    if (!person) throw new Error('a last name is a name');
    expect(searchTermOf(person, rules)).toMatchObject({
      lists: ['SANCTIONS', 'WARNINGS'],
      countries: [],
      year: '',
    });
    expect(searchTermOf(person, { ...rules, countries: ['PT', 'CO'] }).countries).toEqual(['CO', 'PT']);
  });
});
