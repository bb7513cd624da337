import type { Token } from '../names/prepared-name.ts';
import { calibrate } from './calibration.ts';
import { chargePercent } from './weigh.ts';

/** Which of the two names the probed words belong to. */
export type ProbeSide = 'subject' | 'listed';

/** The most weight three tokens have that one word of the other name may stand for. */
const mostWeightOfRun = 3 * 170;

/**
 * Upper bound of `scoreNames` over every other name in which word `i` finds no better word, run or acronym than similarity
 * `best[i]` (0 to 10,000, 0 none; an agreeing initial is a word of similarity 6,000).
 * `otherWeight`: weight of all its words that are no legal form, hundredths; -1 unknown.
 * `otherLeft`: weight of those of its words known to have no partner at all, hundredths; 0 when nothing is known.
 */
export type NameBound = (best: ArrayLike<number>, otherWeight: number, otherLeft?: number) => number;

/** The bound for one name and any number of others; the function it gives allocates nothing. */
export function prepareBound(probe: readonly Token[], side: ProbeSide): NameBound {
  const size = probe.length;
  const weights = new Int32Array(size);
  const takesPart = new Uint8Array(size);
  const substantive = new Uint8Array(size);
  let words = 0;
  let typed = false;
  for (const [index, token] of probe.entries()) {
    if (token.typed) typed = true;
    if (token.class === 'form') continue;
    weights[index] = token.weight;
    takesPart[index] = 1;
    if (token.class === 'particle' || token.class === 'initial') continue;
    substantive[index] = 1;
    words += 1;
  }
  const probePercent = side === 'subject' ? chargePercent.queryOmission : chargePercent.listedOmission;
  const otherPercent = side === 'subject' ? chargePercent.listedOmission : chargePercent.queryOmission;
  const probeMayBeCheap = !typed && words >= 3;
  const cheapest = Math.min(probePercent, otherPercent) * (100 - chargePercent.middleWord);
  return (best, otherWeight, otherLeft = 0) => {
    let good = 0;
    let bad = 0;
    let left = 0;
    let heaviest = 0;
    let matched = 0;
    for (let index = 0; index < size; index += 1) {
      if (takesPart[index] === 0) continue;
      const weight = weights[index] as number;
      const similarity = best[index] as number;
      if (similarity > 0) {
        matched += 1;
        good += weight * similarity;
        const paired = (weight * (10_000 - similarity)) / 2;
        const leftOut = weight * cheapest;
        const initial = similarity <= 6_000 ? weight * 1_000 : paired;
        bad += Math.min(paired, leftOut, initial);
      } else {
        left += weight;
        if (substantive[index] === 1 && weight > heaviest) heaviest = weight;
      }
    }
    if (good === 0) return 0;
    const unabsorbed = otherWeight - matched * mostWeightOfRun;
    const other = Math.max(otherLeft, unabsorbed, 0);
    const both = Math.min(left, other);
    bad += 2 * both * chargePercent.contradiction * 100;
    if (left > both) {
      const rest = left - both;
      const cheap = probeMayBeCheap ? Math.min(rest, heaviest) : 0;
      bad += probePercent * (rest * 100 - cheap * (100 - chargePercent.middleWord));
    } else if (other > both) {
      bad += otherPercent * chargePercent.middleWord * (other - both);
    }
    return calibrate(Math.ceil((good * 10_000) / (good + bad)));
  };
}

/** One bound; see `prepareBound` for what the arguments mean. 0 to 10,000. */
export function scoreBound(
  probe: readonly Token[],
  best: ArrayLike<number>,
  otherWeight: number,
  probeSide: ProbeSide,
): number {
  return prepareBound(probe, probeSide)(best, otherWeight);
}
