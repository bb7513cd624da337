import { describe, expect, it } from 'vitest';
import { classifyPrint } from '../src/printed/classify-print.ts';
import { fieldsOfLabels } from '../src/printed/labelled-fields.ts';
import { rowOfNumber } from '../src/printed/numbered-rows.ts';
import { partedAtLabels, partedAtNumbers, runsOf } from '../src/printed/text-lines.ts';
import { context, page, read } from './label-page.ts';

describe('labelled fields', () => {
  it('are below labels in several languages', () => {
    const { fields, documentClass } = read(
      'PASAPORTE   PASSPORT                ARGENTINA',
      'Apellidos / Surname',
      'PÉREZ DEL RÍO',
      'Nombres / Given names',
      'ANA LUCÍA',
      'Fecha de nacimiento / Date of birth     Sexo / Sex',
      '15 ABR/APR 1986                         F',
      'Pasaporte No. / Passport No.            Nacionalidad / Nationality',
      'AAA123456                               ARGENTINA',
    );
    expect(fields).toEqual({
      lastName: 'PÉREZ DEL RÍO',
      firstName: 'ANA LUCÍA',
      birthDate: '1986-04-15',
      sex: 'F',
      number: 'AAA123456',
      nationality: 'ARG',
    });
    expect(documentClass).toMatchObject({ kind: 'passport', issuingState: 'ARG', source: 'printed' });
  });

  it('are below labels that begin beside a signature many times as high', () => {
    const words = page('      Date of issue', '      09 JUL 2023');
    const runs = runsOf([{ text: 'a', confidence: 0.51, box: [0, -40, 58, 108] }, ...words]);
    const fields = fieldsOfLabels(classifyPrint(runs, 1.42).labels, runs, context);
    expect(fields.map(({ field, value }) => [field, value?.value])).toEqual([['issueDate', '2023-07-09']]);
  });

  it('are below labels whose row, and theirs, a signature on the right reaches into', () => {
    const words = page('Date of issue', '09 JUL 2023');
    const runs = runsOf([...words, { text: 'lic.', confidence: 0.6, box: [190, -10, 200, 64] }]);
    const fields = fieldsOfLabels(classifyPrint(runs, 1.42).labels, runs, context);
    expect(fields.map(({ field, value }) => [field, value?.value])).toEqual([['issueDate', '2023-07-09']]);
  });

  it('keep a hyphen in their line, however low it is', () => {
    const words = page('2019 - 2029').map((word) =>
      word.text === '-' ? { ...word, box: [50, 8, 10, 3] as const } : word,
    );
    const runs = runsOf(words.map(({ box, ...word }) => ({ ...word, box: [...box] })));
    expect(runs.map((run) => run.words.map(({ text }) => text))).toEqual([['2019', '-', '2029']]);
  });

  it('are right of their labels', () => {
    const { fields } = read('Sobrenome: GONÇALVES', 'Data de nascimento: 15/03/1986', 'Validade: 01/02/2030');
    expect(fields).toEqual({ lastName: 'GONÇALVES', birthDate: '1986-03-15', expiryDate: '2030-02-01' });
  });

  it('are not read from titles: the residence of a residence permit is no address', () => {
    const { fields } = read('RESIDENCE PERMIT', 'Surname', 'MAASIKAS', 'Date of birth', '15 MAR 1986');
    expect(fields).toEqual({ lastName: 'MAASIKAS', birthDate: '1986-03-15' });
  });

  it('are not read from titles: an identity card is no number of one', () => {
    const { fields } = read('IDENTITY CARD', '', 'Surname', 'MAASIKAS');
    expect(fields).toEqual({ lastName: 'MAASIKAS' });
    expect(read('PASSPORT', 'KQ0914725').fields).toEqual({});
    expect(read('IDENTITY CARD No', 'KQ0914725').fields).toEqual({ number: 'KQ0914725' });
  });

  it('are parted from values that touch them', () => {
    const { fields } = read('Prénoms.INGRID SOLVEIG', 'Date de naissance~12.12.1989', 'Sexe F');
    expect(fields).toEqual({ firstName: 'INGRID SOLVEIG', birthDate: '1989-12-12', sex: 'F' });
  });

  it.each(['14.MÄRZ', 'BOGOTÁ.D.C', 'ABC.12345', 'Document.number', 'Maasikas'])(
    'are no part of the one word %s',
    (text) => {
      expect(partedAtLabels(page(text)).map((word) => word.text)).toEqual([text]);
    },
  );

  it('hold all licence categories or none', () => {
    const licence = (categories: string) =>
      read('DRIVING LICENCE   UTOPIA', '1. MAASIKAS', '2. LIISA', '5. A5R7G4U68', `9. ${categories}`).fields;
    expect(licence('AM, B')).toMatchObject({ licenceCategories: 'AM B' });
    expect(licence('AM, 8')).toMatchObject({ licenceCategories: null });
    // What followed the comma was not read.
    expect(licence('AM,')).toMatchObject({ licenceCategories: null });
  });

  it('hold no categories of a row of the back, which is one of several', () => {
    // With 11 read as 1 the back has labels of the front.
    const back = (row: string) =>
      read(
        'UTOPIA   DRIVING LICENCE',
        '98        10.   15.06.2023    11.   15.06.2033',
        `${row}    1.    15.06.2033`,
      );
    for (const row of ['9. BE     10.   15.06.2023', '9. BE 10. 15.06.2023']) {
      expect(back(row).template).toBe('numbered-licence');
      expect(back(row).fields).not.toHaveProperty('licenceCategories');
    }
  });

  it('of categories leave room for letters that were not read, up to the next word', () => {
    const boxOf = (row: string) => {
      const runs = runsOf(page('DRIVING LICENCE', '1. MAASIKAS', '2. LIISA', '5. A5R7G4U68', row));
      const fields = fieldsOfLabels(classifyPrint(runs, 1.42).labels, runs, context);
      return fields.find(({ field }) => field === 'licenceCategories')?.box;
    };
    expect(boxOf('9. AM')).toEqual([30, 120, 20 + 6 * 18, 18]);
    expect(boxOf('9. AM        SIGNATURE')).toEqual([30, 120, 100 - 9, 18]);
    expect(boxOf('9.')).toEqual([25.4, 112.8, 252, 32.4]);
  });

  it('name the parents on a Brazilian licence', () => {
    const { fields } = read(
      'CARTEIRA NACIONAL DE HABILITAÇÃO',
      'NOME',
      'ÍRIS REGINA GUIMARÃES LEITÃO',
      'DATA NASCIMENTO',
      '19/12/1953',
      'FILIAÇÃO',
      'CAETANO GUIMARÃES LEITÃO',
      'MÉRCIA GUIMARÃES LEITÃO',
    );
    expect(fields).toMatchObject({
      fullName: 'ÍRIS REGINA GUIMARÃES LEITÃO',
      parents: 'CAETANO GUIMARÃES LEITÃO MÉRCIA GUIMARÃES LEITÃO',
    });
  });

  it.each(['NOM', 'SOBRENOME'])(
    'of the whole name on a Brazilian licence name no part of it where %s is left',
    (label) => {
      const { fields } = read(
        'CARTEIRA NACIONAL DE HABILITAÇÃO',
        label,
        'ÍRIS REGINA GUIMARÃES LEITÃO',
        'DATA NASCIMENTO',
        '19/12/1953',
      );
      expect(fields).toMatchObject({ fullName: 'ÍRIS REGINA GUIMARÃES LEITÃO' });
      expect(fields).not.toHaveProperty('lastName');
    },
  );

  it('of a Brazilian licence are not those of the identity card that it names', () => {
    const { fields } = read(
      'CARTEIRA NACIONAL DE HABILITAÇÃO',
      'NOME',
      'ÍRIS REGINA GUIMARÃES LEITÃO',
      'DATA NASCIMENTO',
      '19/12/1953',
      'D0C 1D / ÓRG. EMISSOR / UF',
      '12345678 SSP UT',
    );
    expect(fields).not.toHaveProperty('authority');
  });

  it('are found although letters of the label were misread', () => {
    const { fields } = read('Sumame', 'MAASIKAS', 'Dale of binth', '15 MAR 1986');
    expect(fields).toMatchObject({ lastName: 'MAASIKAS', birthDate: '1986-03-15' });
  });

  it('have no value where their pattern rejects what is there', () => {
    const { fields } = read('Surname', 'Maasikas', 'Date of birth', '31 FEB 1986', 'Sex', 'Q');
    expect(fields).toEqual({ lastName: null, birthDate: null, sex: null });
  });

  it('end where the next label begins', () => {
    const { fields } = read(
      'Surname          Given names',
      'MAASIKAS         MARI LIIS',
      'Address',
      'Some Street 5',
    );
    expect(fields).toEqual({ lastName: 'MAASIKAS', firstName: 'MARI LIIS', address: 'SOME STREET 5' });
  });
});

describe('documents with a template', () => {
  it('Mexican cards have surnames before given names and H for men', () => {
    const { template, fields, documentClass } = read(
      'INSTITUTO NACIONAL ELECTORAL',
      'CREDENCIAL PARA VOTAR',
      'NOMBRE                       SEXO H',
      'PÉREZ',
      'LÓPEZ',
      'JUAN CARLOS',
      'CLAVE DE ELECTOR PRLPJN85010109H400',
      'SECCIÓN 0123',
      'CURP PELJ850101HDFRPN06',
    );
    expect(template).toBe('mx-ine-front');
    expect(documentClass).toMatchObject({ kind: 'mx-ine', issuingState: 'MEX' });
    expect(fields).toMatchObject({
      lastName: 'PÉREZ LÓPEZ JUAN CARLOS',
      sex: 'M',
      voterKey: 'PRLPJN85010109H400',
      section: '0123',
      curp: 'PELJ850101HDFRPN06',
    });
  });

  it('yellow Colombian cards have names above their labels', () => {
    const { template, fields } = read(
      'CÉDULA DE CIUDADANÍA',
      'NUMERO 9.000.000.001',
      '',
      'NÚÑEZ GARCÍA',
      'APELLIDOS',
      '',
      'MARÍA GABRIELA',
      'NOMBRES',
    );
    expect(template).toBe('co-yellow-front');
    expect(fields).toEqual({ number: '9000000001', lastName: 'NÚÑEZ GARCÍA', firstName: 'MARÍA GABRIELA' });
  });

  it('European licences have numbers for labels', () => {
    const { template, fields, documentClass } = read(
      'DRIVING LICENCE',
      '1. MUSTERFRAU',
      '2. ERIKA',
      '3. 15.03.86 BERLIN',
      '4a. 18.02.2013   4c. LRA',
      '4b. 17.02.2028',
      '5. B072RRE2I55',
      '9. AM/B/L',
    );
    expect(template).toBe('numbered-licence');
    expect(documentClass?.kind).toBe('driving-licence');
    expect(fields).toMatchObject({
      lastName: 'MUSTERFRAU',
      firstName: 'ERIKA',
      birthDate: '1986-03-15',
      issueDate: '2013-02-18',
      expiryDate: '2028-02-17',
      number: 'B072RRE2I55',
      licenceCategories: 'AM B L',
    });
  });

  it('numbers of the names on a licence are found in the column of the others, however they are read', () => {
    const { fields } = read(
      'DRIVING LICENCE                       1',
      '      i. MUSTERFRAU',
      '  f=  2, ERIKA',
      '      3. 15.03.1986 BERLIN',
      '      4a. 18.02.2013   4c. LRA',
      '      4b. 17.02.2028',
      '      5. B072RRE2I55',
    );
    expect(fields).toMatchObject({ lastName: 'MUSTERFRAU', firstName: 'ERIKA', birthDate: '1986-03-15' });
  });

  it('a short word outside that column is no number of a name', () => {
    const { fields } = read(
      'DRIVING LICENCE',
      '            i. MUSTERFRAU',
      '      2. ERIKA',
      '      3. 15.03.1986 BERLIN',
      '      4a. 18.02.2013   4c. LRA',
      '      4b. 17.02.2028',
    );
    expect(fields).not.toHaveProperty('lastName');
  });

  it('a date that touches its field’s number is the field’s', () => {
    const { fields } = read('DRIVING LICENCE', '1. MUSTERFRAU', '2. ERIKA', '3.15.03.1986', '5. B072RRE2I55');
    expect(fields).toMatchObject({ birthDate: '1986-03-15' });
  });

  it.each<[string, string]>([
    ['a blank', '5. B072RRE2I55'],
    ['nothing but its point', '5.B072RRE2I55'],
    ['two points', '5,.B072RRE2I55'],
  ])('a number parted from its field’s by %s is the licence’s', (_, row) => {
    const { fields } = read('DRIVING LICENCE', '1. MUSTERFRAU', '2. ERIKA', '3. 15.03.1986', row);
    expect(fields).toMatchObject({ number: 'B072RRE2I55', birthDate: '1986-03-15' });
  });

  it.each<[string, number, string | undefined]>([
    ['a scrap of a pattern', 0.3, 'ERIKA'],
    ['a word', 0.9, undefined],
  ])('a field’s number behind %s at %d is its label: %s', (_, confidence, firstName) => {
    const words = page('DRIVING LICENCE', '1. MUSTERFRAU', 'co 2. ERIKA', '3. 15.03.1986');
    const runs = runsOf(words.map((word) => (word.text === 'co' ? { ...word, confidence } : word)));
    const { labels } = classifyPrint(runs, 1.42);
    const fields = fieldsOfLabels(labels, runs, context);
    expect(fields.find(({ field }) => field === 'firstName')?.value?.value).toBe(firstName);
  });

  it.each([
    '15.03.1986',
    '5.10.2031',
    '15.ABR.1986',
    '22-MAY-1990',
    '1.023.456.789',
    '1.023456.789',
    '4.5',
    '3.15/03',
  ])('is one word: %s', (text) => {
    expect(partedAtNumbers(page(text)).map((word) => word.text)).toEqual([text]);
  });

  it('the number of a European licence whose label was not read is in the row under 4b', () => {
    const rows = [
      'DRIVING LICENCE',
      '1. MUSTERFRAU',
      '2. ERIKA',
      '3. 15.03.1986',
      '4a. 18.02.2013',
      '4b. 17.02.2028',
    ];
    const placed = (...more: string[]) => {
      const runs = runsOf(page(...rows, ...more));
      const print = classifyPrint(runs, 1.42);
      const located = fieldsOfLabels(print.labels, runs, context);
      return rowOfNumber(print.template, print.labels, { located, runs })?.box.map(
        (value) => Math.round(value * 10) / 10,
      );
    };
    // Rows are 30 pixels apart, values of 1 to 3 begin at 30; the place reaches 0.2 of a row’s height further.
    expect(placed('>  B072RRE2I55', '9. AM')).toEqual([30, 173.7, 110, 30.6]);
    expect(placed('5B072RRE2I55', '9. AM')).toEqual([26.4, 173.7, 93.6, 30.6]);
    expect(placed()).toEqual([26.4, 173.7, 252, 30.6]);
    expect(placed('5. B072RRE2I55')).toBeUndefined();
  });

  it('North American licences have the month first', () => {
    const { template, fields } = read(
      'DRIVER LICENSE',
      '4d DLN U1750848    9 CLASS D',
      '4b EXP 03/04/2031   4a ISS 03/04/2021',
      '1 LN SPRAGUE',
      '2 FN LYLE',
      '3 DOB 07/05/1981',
    );
    expect(template).toBe('us-licence-front');
    expect(fields).toMatchObject({
      number: 'U1750848',
      expiryDate: '2031-03-04',
      issueDate: '2021-03-04',
      lastName: 'SPRAGUE',
      firstName: 'LYLE',
      birthDate: '1981-07-05',
    });
  });
});

describe('titles', () => {
  it.each([
    [['PASSAPORTE', 'REPÚBLICA FEDERATIVA DO BRASIL'], 'passport', 'BRA'],
    [['REPÚBLICA DE COLOMBIA', 'PASAPORTE'], 'passport', 'COL'],
    [['CARTEIRA NACIONAL DE HABILITAÇÃO', 'NOME'], 'br-cnh', 'BRA'],
    [['RESIDENCE PERMIT'], 'residence-permit', null],
    [['DOCUMENTO NACIONAL DE IDENTIDAD', 'ESPAÑA'], 'id-card', 'ESP'],
    [['VISA'], 'visa', null],
  ])('%j give %s of %s', (rows, kind, state) => {
    const { documentClass } = read(...rows);
    expect([documentClass?.kind, documentClass?.issuingState]).toEqual([kind, state]);
  });

  it('give nothing where there are none', () => {
    expect(read('HELLO WORLD', '12345').documentClass).toBeNull();
  });
});
