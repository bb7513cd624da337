/** Knots of the one map from raw scores to the scale that is shown, both 0 to 10,000. Between them it is linear. */
export const knots: readonly (readonly [raw: number, score: number])[] = [
  [0, 0],
  [10_000, 10_000],
];

/** Raw score on the shown scale; rises with it, 0 at 0, 10,000 at 10,000. */
export function calibrate(raw: number): number {
  let [lowRaw, lowScore] = knots[0] ?? [0, 0];
  for (const [highRaw, highScore] of knots) {
    if (raw <= highRaw)
      return highRaw === lowRaw
        ? highScore
        : lowScore + Math.floor(((raw - lowRaw) * (highScore - lowScore)) / (highRaw - lowRaw));
    lowRaw = highRaw;
    lowScore = highScore;
  }
  return 10_000;
}
