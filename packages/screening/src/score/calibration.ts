/**
 * How much disagreement counts, per mille, as a function of the agreeing weight in hundredths; linear between the knots. Two common words
 * coincide by chance, four rarely: the more two names share, the less a difference suggests two people. Chosen on the tuning part of the
 * development lists (tools/evaluate.ts and tools/evaluate-search.ts): the steepest map under which invented people alert no more often
 * than before.
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

/** Weight × similarity of a fully agreeing word of weight 1, in the units of `good` and `bad`. */
const oneHundredth = 10_000;

function doubtOf(agreed: number): number {
  let [lowAgreed, lowDoubt] = [0, 1_000];
  // Indexed loop: this runs for each pair of names, and an iterator would cost more than everything else.
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
 * Minimum weight of a contradiction, per mille. If two names share much, a missing word is likely an omission or a misspelling; a
 * contradicting word is not, because two members of a family share all words but one.
 */
export const leastOfContradiction = 800;

/**
 * Computes a name score, 0 to 10,000, from agreement and charges, all in weight × 10,000. Increases with agreement and decreases with
 * charges; 0 if nothing agrees, 10,000 if nothing is charged.
 * @param soft charges for words that are missing or spelt differently
 * @param contradiction charges for words of both names that contradict each other
 */
export function calibrate(good: number, soft: number, contradiction = 0): number {
  if (good <= 0) return 0;
  // Integers from here on, so that the score is the same on every machine.
  const doubt = Math.round(doubtOf(Math.floor(good / oneHundredth)));
  const contradicted = Math.floor((contradiction * Math.max(doubt, leastOfContradiction)) / 1_000);
  return Math.floor((good * 10_000) / (good + Math.floor((soft * doubt) / 1_000) + contradicted));
}
