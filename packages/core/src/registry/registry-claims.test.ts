import { describe, expect, it } from 'vitest';
import { session } from '../../test/identity-case.ts';
import { type DocumentReading, noReading } from '../session/document/document-reading.ts';
import type { SessionData } from '../session/session-data.ts';
import { brazilInput, colombiaInput, mexicoInput, unitedStatesQuestion } from './registry-claims.ts';

const supplied = (
  person: SessionData['person'],
  document: SessionData['document'] = {},
  rest: Partial<SessionData> = {},
): SessionData => ({ ...session, person, document, ...rest });
const read = (reading: Partial<DocumentReading>): DocumentReading => ({
  ...noReading,
  source: 'VIZ',
  ...reading,
});
const live = { selfie: true, test: false };

describe('the inputs of the Brazilian check', () => {
  const person = {
    firstName: 'Estêvão',
    lastName: 'Lobão',
    secondLastName: 'Fogaça',
    idNumber: '900.000.001-75',
    gender: 'M',
    dateOfBirth: '1993-03-03',
  } as const;
  const document = {
    number: '58316794534',
    country: 'BR',
    type: 'DRIVERS_LICENSE',
    category: 'AB',
    firstIssue: '2012-07-05',
    validFrom: '2022-07-05',
    validUntil: '2032-07-05',
  };
  const licence = read({
    type: 'DRIVERS_LICENSE',
    country: 'BR',
    firstName: 'ANA',
    lastName: 'DE SOUZA',
    gender: 'F',
    dateOfBirth: '1990-02-02',
    idNumber: '90000000256',
    validFrom: '2021-01-01',
    validUntil: '2031-01-01',
    licence: { number: '91234567837', firstIssue: '2009-09-09', categories: ['ACC', 'B', 'A'] },
  });

  it('come from the session where no document was inspected', () => {
    expect(brazilInput(supplied(person, document), null, live)).toEqual({
      cpf: '900.000.001-75',
      cpfExempt: false,
      selfie: true,
      licencePresented: true,
      claims: {
        name: 'Estêvão Lobão Fogaça',
        dateOfBirth: '1993-03-03',
        gender: 'M',
        licenceNumber: '58316794534',
        licenceCategory: 'AB',
        firstIssue: '2012-07-05',
        validFrom: '2022-07-05',
        validUntil: '2032-07-05',
      },
    });
  });

  it('take a name that the licence does not part as one', () => {
    const whole = read({ country: 'BR', type: 'DRIVERS_LICENSE', wholeName: 'ODRADEK ZAMZA' });
    expect(brazilInput(supplied(person), whole, live).claims.name).toBe('ODRADEK ZAMZA');
  });

  it('come from the captured licence before the session', () => {
    expect(brazilInput(supplied(person, document), licence, live)).toMatchObject({
      cpf: '90000000256',
      licencePresented: true,
      claims: {
        name: 'ANA DE SOUZA',
        dateOfBirth: '1990-02-02',
        gender: 'F',
        licenceNumber: '91234567837',
        licenceCategory: 'AB',
        firstIssue: '2009-09-09',
        validFrom: '2021-01-01',
        validUntil: '2031-01-01',
      },
    });
  });

  it('come value by value: what was not read is what was supplied', () => {
    const partly = read({ type: 'DRIVERS_LICENSE', country: 'BR', dateOfBirth: '1990-02-02' });
    expect(brazilInput(supplied(person, document), partly, live)).toMatchObject({
      cpf: '900.000.001-75',
      claims: { name: 'Estêvão Lobão Fogaça', dateOfBirth: '1990-02-02', licenceNumber: '58316794534' },
    });
  });

  it('take the licence number from registrationNumber, and from number only with eleven digits', () => {
    const numbered = (given: SessionData['document']) =>
      brazilInput(supplied(person, given), null, live).claims.licenceNumber;
    expect(numbered({ registrationNumber: '02650306461', number: '58316794534' })).toBe('02650306461');
    expect(numbered({ number: '58316794534' })).toBe('58316794534');
    expect(numbered({ number: '5831679453' })).toBeUndefined();
    expect(numbered({ number: 'A8316794534' })).toBeUndefined();
  });

  it('show that another document was presented, read or announced, but not that none was', () => {
    const presented = (reading: DocumentReading | null, type?: string) =>
      brazilInput(supplied(person, type === undefined ? {} : { type }), reading, live).licencePresented;
    expect(presented(read({ type: 'PASSPORT' }), 'DRIVERS_LICENSE')).toBe(false);
    expect(presented(licence, 'PASSPORT')).toBe(true);
    expect(presented(null, 'ID_CARD')).toBe(false);
    expect(presented(null)).toBe(true);
  });

  it('count the licence of another country as another document (A-330)', () => {
    const presented = (reading: DocumentReading | null, country?: string) =>
      brazilInput(supplied({}, { type: 'DRIVERS_LICENSE', ...(country ? { country } : {}) }), reading, live)
        .licencePresented;
    expect(presented(read({ type: 'DRIVERS_LICENSE', country: 'US' }), 'BR')).toBe(false);
    expect(presented(read({ type: 'DRIVERS_LICENSE', issuingState: 'UTO' }))).toBe(false);
    expect(presented(null, 'US')).toBe(false);
    expect(presented(read({}), 'US')).toBe(false);
    expect(presented(licence, 'US')).toBe(true);
    expect(presented(read({ type: 'DRIVERS_LICENSE' }))).toBe(true);
  });

  it('use no number of another country or of a passport as a CPF', () => {
    const cpf = (reading: DocumentReading) => brazilInput(supplied({}, {}), reading, live).cpf;
    expect(cpf(read({ type: 'ID_CARD', country: 'PT', idNumber: '90000000256' }))).toBeUndefined();
    expect(cpf(read({ type: 'PASSPORT', country: 'BR', idNumber: '90000000256' }))).toBeUndefined();
    expect(cpf(read({ type: 'ID_CARD', country: 'BR', idNumber: '90000000256' }))).toBe('90000000256');
  });

  it('have only the claims with a value', () => {
    expect(brazilInput(supplied({ idNumber: '90000000175' }), null, { selfie: false, test: false })).toEqual({
      cpf: '90000000175',
      cpfExempt: false,
      selfie: false,
      licencePresented: true,
      claims: {},
    });
  });

  it('exempt the numbers of the sandbox from check digits, on test integrations only', () => {
    const exempt = (idNumber: string, test: boolean) =>
      brazilInput(supplied({ idNumber }), null, { selfie: true, test }).cpfExempt;
    expect(exempt('12345678900', true)).toBe(true);
    expect(exempt('11150300011', true)).toBe(true);
    expect(exempt('12345678900', false)).toBe(false);
    expect(exempt('90000000176', true)).toBe(false);
  });

  it('normalise the categories of a licence', () => {
    const category = (...categories: string[]) =>
      brazilInput(supplied({}), read({ licence: { number: null, firstIssue: null, categories } }), live)
        .claims.licenceCategory;
    expect(category('B', 'A')).toBe('AB');
    expect(category('ACC', 'B')).toBe('B');
    expect(category('ACC')).toBe('ACC');
    expect(category('AE')).toBe('AE');
    expect(category()).toBeUndefined();
  });
});

describe('the inputs of the Mexican check', () => {
  const person = {
    firstName: 'Juan Carlos',
    lastName: 'Pérez',
    secondLastName: 'López',
    idNumber: 'PELJ850101HDFRPN06',
  };
  const document = {
    number: '999900001',
    country: 'MX',
    type: 'ID_CARD',
    firstIssue: '2003-05-06',
    validFrom: '2021-01-01',
  };
  const consents = [{ type: 'ine', approved: true }];

  it('are what the session supplied, years without their days', () => {
    expect(mexicoInput(supplied(person, document, { consents }), null, { selfie: true })).toEqual({
      consents: [{ type: 'ine', approved: true }],
      cic: '999900001',
      selfie: true,
      claims: {
        firstName: 'Juan Carlos',
        fatherLastName: 'Pérez',
        motherLastName: 'López',
        curp: 'PELJ850101HDFRPN06',
        registrationYear: '2003',
        issueYear: '2021',
      },
    });
  });

  it.each(['', ' ', 'X', 'x', ' X '])('count %j as no second surname', (secondLastName) => {
    const { claims } = mexicoInput(supplied({ ...person, secondLastName }), null, { selfie: true });
    expect(claims).not.toHaveProperty('motherLastName');
  });

  it('take the CURP as it was given, whatever its check digit', () => {
    const { claims } = mexicoInput(supplied({ idNumber: 'PELJ850101HDFRPN07' }), null, { selfie: true });
    expect(claims.curp).toBe('PELJ850101HDFRPN07');
  });

  it('read the letters of a CURP as capitals, a decomposed Ñ as one letter (A-303)', () => {
    const idNumber = 'pen\u0303m900202mjcrn\u0303n08';
    const { claims } = mexicoInput(supplied({ idNumber }), null, { selfie: true });
    expect(claims.curp).toBe('PEÑM900202MJCRÑN08');
  });

  it('have the name on the document where that differs (A-329)', () => {
    const passport = (name: Partial<DocumentReading>) => read({ country: 'EE', type: 'PASSPORT', ...name });
    const named = (given: SessionData['person'], reading: DocumentReading) =>
      mexicoInput(supplied(given, document, { consents }), reading, { selfie: true }).claims;
    expect(named(person, passport({ firstName: 'LIISA', lastName: 'MAASIKAS' }))).toMatchObject({
      firstName: 'LIISA',
      fatherLastName: 'MAASIKAS',
    });
    expect(named({}, passport({ firstName: 'LIISA' }))).toMatchObject({ firstName: 'LIISA' });
    expect(named(person, passport({ firstName: 'JUAN', lastName: 'PEREZ' }))).toMatchObject({
      firstName: 'Juan Carlos',
      fatherLastName: 'Pérez',
      motherLastName: 'López',
    });
  });

  it('take numbers and years from the card before the session, names from the session', () => {
    const card = read({
      country: 'MX',
      firstName: 'JUAN',
      lastName: 'PEREZ LOPEZ',
      voterCard: {
        cic: '999900032',
        ocr: '0456012345678',
        curp: 'NUGM900202MJCXRN05',
        voterKey: 'PRLPJN85010109H400',
        emissionNumber: '01',
        givenNames: 'MÓNICA',
        registrationYear: '2010',
        issueYear: '2024',
      },
    });
    expect(mexicoInput(supplied(person, document, { consents }), card, { selfie: true })).toMatchObject({
      cic: '999900032',
      claims: {
        firstName: 'Juan Carlos',
        fatherLastName: 'Pérez',
        motherLastName: 'López',
        curp: 'NUGM900202MJCXRN05',
        registrationYear: '2010',
        issueYear: '2024',
      },
      cardNumbers: { ocr: '0456012345678', voterKey: 'PRLPJN85010109H400', emissionNumber: '01' },
    });
  });

  it('take the card’s given names as printed if the session has no name, and never the zone’s', () => {
    const numbers = { cic: null, ocr: null, curp: null, voterKey: null, emissionNumber: null };
    const card = (givenNames: string | null) =>
      read({
        country: 'MX',
        firstName: 'INIGO',
        voterCard: { ...numbers, givenNames, registrationYear: null, issueYear: null },
      });
    expect(mexicoInput(supplied({}), card('ÍÑIGO'), { selfie: true }).claims).toEqual({ firstName: 'ÍÑIGO' });
    expect(mexicoInput(supplied({}), card(null), { selfie: true }).claims).toEqual({});
  });

  it('name of a card’s further numbers only those that were read', () => {
    const unread = { cic: null, curp: null, givenNames: null, registrationYear: null, issueYear: null };
    const card = (numbers: { ocr: string | null; voterKey: string | null; emissionNumber: string | null }) =>
      mexicoInput(supplied({}), read({ country: 'MX', voterCard: { ...unread, ...numbers } }), {
        selfie: true,
      });
    expect(card({ ocr: '0456012345678', voterKey: null, emissionNumber: null }).cardNumbers).toEqual({
      ocr: '0456012345678',
    });
    expect(card({ ocr: null, voterKey: null, emissionNumber: null })).not.toHaveProperty('cardNumbers');
  });
});

describe('the inputs of the Colombian check', () => {
  const person = { firstName: 'María Gabriela', lastName: 'Núñez', secondLastName: 'García' };
  const document = { number: '9000000001', idCardType: 'CC', firstIssue: '2015-06-20' };
  const card = read({
    source: 'MRZ',
    country: 'CO',
    type: 'ID_CARD',
    number: '001234567',
    idNumber: '9000000001',
    firstName: 'MARIA GABRIELA',
    lastName: 'GONZALEZ MARIN',
  });

  it('are what the session supplied', () => {
    expect(colombiaInput(supplied(person, document), null)).toEqual({
      byData: true,
      idType: 'CC',
      number: '9000000001',
      givenNames: 'María Gabriela',
      surnames: 'Núñez García',
      firstIssue: '2015-06-20',
    });
  });

  it('of a card have the number of its holder, never the serial of the card', () => {
    expect(colombiaInput(supplied({}), card)).toEqual({
      idType: 'CC',
      number: '9000000001',
      givenNames: 'MARIA GABRIELA',
      surnames: 'GONZALEZ MARIN',
    });
    expect(colombiaInput(supplied({}), { ...card, idNumber: null })).not.toHaveProperty('number');
    expect(colombiaInput(supplied({}, document), { ...card, idNumber: null }).number).toBe('9000000001');
  });

  it('of a card show when its name was cut off, and when it was issued', () => {
    expect(
      colombiaInput(supplied({}), { ...card, nameTruncated: true, validFrom: '2015-06-20' }),
    ).toMatchObject({
      truncated: true,
      firstIssue: '2015-06-20',
    });
  });

  it('of a card are a cédula, unless the session declares a minor’s', () => {
    expect(colombiaInput(supplied({}, { idCardType: 'NIT' }), card).idType).toBe('CC');
    expect(colombiaInput(supplied({}, { idCardType: 'TI' }), card).idType).toBe('TI');
    const adult = { ...card, idNumber: '90000001' };
    expect(colombiaInput(supplied({}, { idCardType: 'TI' }), adult).idType).toBe('CC');
  });

  it('take only the name from another document, where it contradicts the session (A-329)', () => {
    const passport = { country: 'EE', type: 'PASSPORT', idNumber: '49103149907' } as const;
    const asked = (name: Partial<DocumentReading>) =>
      colombiaInput(supplied(person, document), read({ ...passport, ...name }));
    const own = { firstName: 'MARIA', lastName: 'NUNEZ GARCIA' };
    const rest = { byData: true, idType: 'CC', number: '9000000001', firstIssue: '2015-06-20' };
    expect(asked(own)).toEqual({ ...rest, givenNames: 'María Gabriela', surnames: 'Núñez García' });
    expect(asked({ ...own, lastName: 'MAASIKAS' })).toEqual({
      ...rest,
      givenNames: 'María Gabriela',
      surnames: 'MAASIKAS',
    });
    expect(asked({ firstName: 'LIISA' })).toEqual({
      ...rest,
      givenNames: 'LIISA',
      surnames: 'Núñez García',
    });
    expect(asked({ wholeName: 'LIISA MAASIKAS' })).toEqual({ ...rest, surnames: 'LIISA MAASIKAS' });
    expect(colombiaInput(supplied({}, document), read({ ...passport, ...own }))).toEqual({
      ...rest,
      givenNames: 'MARIA',
      surnames: 'NUNEZ GARCIA',
    });
  });
});

describe('the question about a Social Security number', () => {
  it('has nine digits and what the session supplied', () => {
    const address = { fullAddress: '12 Example Street, Springfield, IL 62701' };
    const person = {
      idNumber: '987-65 4329',
      firstName: 'Marlon',
      lastName: 'Tavistock',
      dateOfBirth: '1979-12-05',
    };
    expect(unitedStatesQuestion(supplied(person, {}, { address }))).toEqual({
      ssn: '987654329',
      firstName: 'Marlon',
      lastName: 'Tavistock',
      dateOfBirth: '1979-12-05',
      address: { fullAddress: '12 Example Street, Springfield, IL 62701' },
    });
  });

  it('leaves out what was not supplied', () => {
    expect(unitedStatesQuestion(supplied({ idNumber: '987654329', fullName: 'Marlon Tavistock' }))).toEqual({
      ssn: '987654329',
      fullName: 'Marlon Tavistock',
    });
  });
});
