/**
 * Counts how many films of simulated heads, and how many attacks, pass a challenge. Drawn heads prove that the parts work together,
 * but nothing about people.
 */
import path from 'node:path';
import { challengeFilm, facePairs, type FilmAttack } from '@countersign/specimens';
import type { ChallengeFinding, ChallengeStep } from '@countersign/findings';
import { readChallenge } from '../src/challenge/read-challenge.ts';
import { loadFaceModels } from '../src/faces/face-models.ts';

/** The part of the policy, which the vision package does not have. */
export interface ChallengePolicy {
  /** Every sequence of steps that can be requested. */
  sequences: readonly (readonly ChallengeStep[])[];
  /** Returns the reasons why a film fails; empty when it passes. */
  faults: (finding: ChallengeFinding) => string[];
}

/** Results of the films of one kind. */
export interface ChallengeRow {
  attack: FilmAttack;
  films: number;
  stopped: number;
  /** Number of films by fault. */
  faults: Record<string, number>;
  /** CPU milliseconds per film. */
  cpuP50: number;
  cpuP95: number;
}

/** People for whom a different-looking person is known. */
const withOther = facePairs.flatMap(({ kind, portrait }) => (kind === 'mismatch' ? [portrait.seed] : []));

const seedsOf: Readonly<Record<FilmAttack, (index: number) => number>> = {
  none: (index) => index + 1,
  still: (index) => index + 1,
  'tilted-flat': (index) => index + 1,
  replay: (index) => index + 1,
  jump: (index) => withOther[index % withOther.length] ?? 0,
  'other-face': (index) => withOther[index % withOther.length] ?? 0,
};

/** Draws and evaluates films, whose steps cover all sequences that can be requested. */
export async function measureChallenge(
  policy: ChallengePolicy,
  { films = 20 }: { films?: number } = {},
): Promise<ChallengeRow[]> {
  const models = await loadFaceModels(path.resolve('packages/vision/models'));
  const rows: ChallengeRow[] = [];
  for (const [attack, seedOf] of Object.entries(seedsOf) as [FilmAttack, (index: number) => number][]) {
    const faults: Record<string, number> = {};
    const costs: number[] = [];
    let stopped = 0;
    for (let index = 0; index < films; index += 1) {
      const steps = policy.sequences[(index * 37 + 5) % policy.sequences.length] ?? [];
      const film = await challengeFilm({ seed: seedOf(index), steps, attack });
      const frames = film.frames.map(({ at, jpeg }) => ({ at, bytes: jpeg }));
      const started = process.cpuUsage();
      const finding = await readChallenge(models, { steps, frames, selfie: film.selfie });
      const { user, system } = process.cpuUsage(started);
      costs.push((user + system) / 1000);
      const found = policy.faults(finding);
      stopped += Number(found.length > 0);
      for (const fault of found) faults[fault] = (faults[fault] ?? 0) + 1;
    }
    costs.sort((a, b) => a - b);
    const quantile = (share: number): number => Math.round(costs[Math.floor(share * (films - 1))] ?? 0);
    rows.push({ attack, films, stopped, faults, cpuP50: quantile(0.5), cpuP95: quantile(0.95) });
  }
  return rows;
}
