import { describe, expect, it } from 'vitest';
import { splitName } from './split-name.ts';

const split = (name: string, hints: Partial<Parameters<typeof splitName>[1]> = {}) =>
  splitName(name, { text: name, parents: null, person: null, ...hints });

describe('a name that the document prints as one', () => {
  it.each([
    ['as printed', 'ÍRIS REGINA GUIMARÃES LEITÃO', 'Íris Regina', 'Guimarães Leitão', 'ÍRIS REGINA'],
    [
      'with a letter misread',
      'ÍRIS REGINA GUIMARÁES LETTÃO',
      'Iris Regina',
      'Guimaraes Leitao',
      'ÍRIS REGINA',
    ],
    ['of names in no table', 'ODRADEK ZAMZA LEVERKUHN', 'Odradek', 'Zamza Leverkühn', 'ODRADEK'],
    ['a second given name that is a surname too', 'ANA SANTOS LIMA', 'Ana Santos', 'Lima', 'ANA SANTOS'],
  ])('is parted as the client sent it: %s', (_, name, firstName, lastName, given) => {
    expect(split(name, { person: { firstName, lastName } })).toEqual({
      firstName: given,
      lastName: name.slice(given.length + 1),
      by: 'client',
    });
  });

  it('is not parted by a client who sent another name', () => {
    const person = { firstName: 'Liisa', lastName: 'Maasikas' };
    expect(split('ODRADEK ZAMZA', { person })).toBeNull();
    expect(split('ANA SANTOS', { person })).toEqual({ firstName: 'ANA', lastName: 'SANTOS', by: 'tables' });
  });

  it('counts a second last name that the client sent as one', () => {
    const person = { firstName: 'Zulmar', lastName: 'Odradek', secondLastName: 'Zamza' };
    expect(split('ZULMAR ODRADEK ZAMZA', { person })).toMatchObject({ firstName: 'ZULMAR', by: 'client' });
  });

  it('is parted where the surnames of the parents begin', () => {
    const parents = 'CAETANO ZAMZA\nMÉRCIA DE ODRADEK';
    expect(split('WREN ADELIN DE ODRADEK ZAMZA', { parents })).toEqual({
      firstName: 'WREN ADELIN',
      lastName: 'DE ODRADEK ZAMZA',
      by: 'parents',
    });
  });

  it('is parted by parents of whose names a letter was misread', () => {
    const parents = 'CAETANO ZAMSA\nMERCIA DE ODRADEK';
    expect(split('WREN DE ODRADEK ZAMZA', { parents })).toMatchObject({ firstName: 'WREN', by: 'parents' });
  });

  it('is parted by parents whose names were read in other lines than printed', () => {
    const parents = 'LEOCÁDIA\nBRANDÃO DA CONCEIÇÃO';
    expect(split('ESTÊVÃO BRANDÃO DA CONCEIÇÃO', { parents })).toEqual({
      firstName: 'ESTÊVÃO',
      lastName: 'BRANDÃO DA CONCEIÇÃO',
      by: 'parents',
    });
  });

  it('stays whole if a surname precedes those of the parents', () => {
    expect(split('ODRADEK ASSUNÇÃO TÁVORA', { parents: 'CAETANO AZSUNCOM TÁVORA' })).toBeNull();
  });

  it('stays whole where two clues differ', () => {
    expect(split('ANA BEATRIZ LIMA SOUZA', { text: 'ANA\nBEATRIZ LIMA SOUZA' })).toBeNull();
  });

  it('is not parted at a given name that mother and daughter share', () => {
    const parents = 'MARIA REGINA ODRADEK\nCAETANO ZAMZA';
    expect(split('WREN REGINA ODRADEK ZAMZA', { parents })).toBeNull();
  });

  it('is parted at a line that ends although the next word had room', () => {
    expect(split('WREN ODRADEK ZAMZA', { text: 'WREN\nODRADEK ZAMZA' })).toMatchObject({
      firstName: 'WREN',
      by: 'lines',
    });
    expect(split('WREN ADELIN ODRADEK ZAMZA', { text: 'WREN ADELIN ODRADEK\nZAMZA' })).toBeNull();
  });

  it.each([
    ['ESTÊVÃO LOBÃO FOGAÇA', 'ESTÊVÃO', 'LOBÃO FOGAÇA'],
    ['ÍRIS REGINA GUIMARÃES LEITÃO', 'ÍRIS REGINA', 'GUIMARÃES LEITÃO'],
    ['JOÃO PEDRO DA CONCEIÇÃO', 'JOÃO PEDRO', 'DA CONCEIÇÃO'],
    ['ANA MAGALHÃES DOS ANJOS', 'ANA', 'MAGALHÃES DOS ANJOS'],
    ['LUIZ DE OLIVEIRA', 'LUIZ', 'DE OLIVEIRA'],
  ])('is parted by tables of names: %s', (name, firstName, lastName) => {
    expect(split(name)).toEqual({ firstName, lastName, by: 'tables' });
  });

  it.each([
    ['names in no table', 'ODRADEK ZAMZA'],
    ['a surname in no table', 'ANA BEATRIZ ODRADEK'],
    ['a given name in no table', 'ODRADEK SILVA'],
    ['a word that is given name and surname', 'ANA ROSA SILVA'],
    ['a given name behind a particle', 'MARIA DE LOURDES SILVA'],
    ['one word', 'ANA'],
  ])('stays whole: %s', (_, name) => {
    expect(split(name)).toBeNull();
  });

  it('stays whole where client and tables leave two places open', () => {
    expect(split('ODRADEK ZAMZA LEVERKUHN', { person: { firstName: 'Odradek' } })).toBeNull();
  });
});
