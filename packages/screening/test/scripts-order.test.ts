import { expect, it } from 'vitest';
import { scriptSimilarity } from '../src/scripts/script-similarity.ts';
import { wordOf } from '../src/words/word-of.ts';

// A letter that rules spell with seven Latin letters once left traces in the work space of the next comparison.
it('compares two words the same whatever was compared before', () => {
  const foreign = ['Петров', 'Иван', 'Борщев', 'Щукин', 'Шевченко', 'Жданов'].map((text) =>
    wordOf(text.toLowerCase()),
  );
  const latin = [
    'paidrou',
    'ivan',
    'borschtschew',
    'schtschukin',
    'szewczenko',
    'zhdanov',
    'petrov',
    'brenmark',
  ];
  const all = () => foreign.map((word) => latin.map((text) => scriptSimilarity(word, wordOf(text))));
  const first = all();
  for (const before of latin) {
    for (const word of foreign) {
      scriptSimilarity(word, wordOf(before));
      const row = latin.map((text) => {
        scriptSimilarity(word, wordOf(before));
        return scriptSimilarity(word, wordOf(text));
      });
      expect(row).toEqual(first[foreign.indexOf(word)]);
    }
  }
});
