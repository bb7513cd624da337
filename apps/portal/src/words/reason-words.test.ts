import { describe, expect, it } from 'vitest';
import { reasonCodes } from '@countersign/contract';
import { en } from './en.ts';
import { es } from './es.ts';
import { ptBr } from './pt-br.ts';
import { reasonIn } from './reason-words.ts';

describe('the reason of a decision', () => {
  it.each([
    ['English', en, 'Photos or video are missing'],
    ['Spanish', es, 'Faltan fotos o vídeo'],
    ['Portuguese', ptBr, 'Faltam fotos ou vídeo'],
  ])('is in %s', (_, words, expected) => {
    expect(reasonIn(words, 201, 'Photos or video are missing')).toBe(expected);
  });

  it('is that of the service where its code is newer than the page, and where there is no code', () => {
    expect(reasonIn(es, 999, 'Something new')).toBe('Something new');
    expect(reasonIn(es, null, 'In its own words')).toBe('In its own words');
    expect(reasonIn(es, 201, null)).toBeNull();
  });

  it('is another text than the English one, for every code', () => {
    for (const words of [es, ptBr])
      for (const [code, { text }] of Object.entries(reasonCodes))
        expect(reasonIn(words, Number(code), text)).not.toBe(text);
  });
});
