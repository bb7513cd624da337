import { describe, expect, it } from 'vitest';
import { nameWords } from './name-words.ts';

describe('the words of a name', () => {
  it.each([
    ['Liisa Maasikas', [['LIISA'], ['MAASIKAS']]],
    ['liisa-MARI  maasikas', [['LIISA'], ['MARI'], ['MAASIKAS']]],
    ['José Ávila', [['JOSE'], ['AVILA']]],
    ['Jose\u0301', [['JOSE']]],
    ['Jürgen', [['JURGEN', 'JUERGEN', 'JUXXRGEN']]],
    ['Strauß', [['STRAUSS']]],
    ["Jeanne d'Arc", [['JEANNE'], ['DARC']]],
    ['MAASIKAS<<LIISA<MARI', [['MAASIKAS'], ['LIISA'], ['MARI']]],
    ['John F. Kennedy', [['JOHN'], ['KENNEDY']]],
    ['Дмитрий Йордан', [['ДМИТРИИ'], ['ИОРДАН']]],
    ['王 小明', [['王'], ['小明']]],
    ['ＡＢＣ', [['ABC']]],
    ['J. K.', []],
    ['—', []],
    ['', []],
  ])('%j are %j', (name, words) => {
    expect(nameWords(name)).toEqual(words);
  });

  it('are no more than 24, and 16 spellings of each', () => {
    const words = nameWords(Array.from({ length: 30 }, (_, at) => `word${at}`).join(' '));
    expect([words.length, words[0], words[23]]).toEqual([24, ['WORD0'], ['WORD23']]);
    expect(nameWords('ööööööö')[0]).toHaveLength(16);
  });
});
