/**
 * How much what does not agree counts, per mille, by how much does: the weight that agrees, hundredths. Between the knots it
 * is linear. Two common words meet by chance, four rarely: the more two names have in common, the less a difference shows
 * that they are two people. Chosen on the part of the development lists that is tuned on (tools/evaluate.ts and
 * tools/evaluate-search.ts): the steepest map under which invented people alert no more often than before.
 */
export const knots: readonly (readonly [agreed: number, doubt: number])[] = [
  [0, 1_000],
  [140, 1_000],
  [200, 720],
  [260, 520],
  [320, 400],
  [400, 310],
  [500, 250],
  [700, 200],
];

/** Weight × similarity of a word of weight 1 that agrees wholly, in the units of `good` and `bad`. */
const oneHundredth = 10_000;

function doubtOf(agreed: number): number {
  let [lowAgreed, lowDoubt] = [0, 1_000];
  // By place: this runs for each pair of names, and an iterator costs more than the rest.
  for (let knot = 0; knot < knots.length; knot += 1) {
    const [highAgreed, highDoubt] = knots[knot] as (typeof knots)[number];
    if (agreed <= highAgreed)
      return highAgreed === lowAgreed
        ? highDoubt
        : lowDoubt - ((agreed - lowAgreed) * (lowDoubt - highDoubt)) / (highAgreed - lowAgreed);
    lowAgreed = highAgreed;
    lowDoubt = highDoubt;
  }
  return lowDoubt;
}

/**
 * The least that a contradiction counts, per mille: that two names have much in common shows that a word is missing or
 * misspelt, but two people of one family share all words but one.
 */
export const leastOfContradiction = 800;

/**
 * Score of a name by what agrees and what is charged, all weight × 10,000: 0 to 10,000. Rises with the first and falls with the
 * others; 0 where nothing agrees, 10,000 where nothing is charged.
 * @param soft charges for words that are missing or spelt differently
 * @param contradiction charges for words that both names have in place of one another
 */
export function calibrate(good: number, soft: number, contradiction = 0): number {
  if (good <= 0) return 0;
  // Integers from here on: the same score on every machine.
  const doubt = Math.round(doubtOf(Math.floor(good / oneHundredth)));
  const contradicted = Math.floor((contradiction * Math.max(doubt, leastOfContradiction)) / 1_000);
  return Math.floor((good * 10_000) / (good + Math.floor((soft * doubt) / 1_000) + contradicted));
}
