/** A pair judged: what the engine gave, 0 to 10,000, and whether the two names are one entity's. */
export interface Judged {
  score: number;
  same: boolean;
}

export interface Measures {
  pairs: number;
  /** At 8,000. */
  f1: number;
  bestF1: number;
  /** The score at which `bestF1` is reached. */
  bestAt: number;
  areaUnderCurve: number;
  recallAt95Precision: number;
  falsePositivesAt90Recall: number;
}

function f1Of(truePositives: number, positives: number, found: number): number {
  return positives + found === 0 ? 0 : (2 * truePositives) / (positives + found);
}

/** What is published of a labelled set, each 0 to 1; ties of score are taken together. */
export function measure(judged: readonly Judged[]): Measures {
  const ranked = [...judged].sort((a, b) => b.score - a.score);
  const positives = ranked.filter(({ same }) => same).length;
  const negatives = ranked.length - positives;
  const result: Measures = {
    pairs: ranked.length,
    f1: 0,
    bestF1: 0,
    bestAt: 0,
    areaUnderCurve: 0,
    recallAt95Precision: 0,
    falsePositivesAt90Recall: 1,
  };
  let yes = 0;
  let no = 0;
  let reached = false;
  for (let index = 0; index < ranked.length;) {
    const score = ranked[index]?.score ?? 0;
    const before = { yes, no };
    while (index < ranked.length && ranked[index]?.score === score) {
      if (ranked[index]?.same) yes += 1;
      else no += 1;
      index += 1;
    }
    result.areaUnderCurve += ((no - before.no) * (yes + before.yes)) / 2;
    const f1 = f1Of(yes, positives, yes + no);
    if (f1 > result.bestF1) Object.assign(result, { bestF1: f1, bestAt: score });
    if (score >= 8_000) result.f1 = f1;
    if (yes / (yes + no) >= 0.95) result.recallAt95Precision = yes / positives;
    if (!reached && yes >= 0.9 * positives) {
      reached = true;
      result.falsePositivesAt90Recall = no / Math.max(1, negatives);
    }
  }
  result.areaUnderCurve /= Math.max(1, positives * negatives);
  return result;
}
