// Compares drawn portraits with drawn selfies and writes src/face/face-pairs.ts from what the built-in network says.
// Usage: node tools/run-ts.mjs packages/specimens/tools/find-face-pairs.ts [--seeds 60] [--program bin/countersign]
// To be run again after every change of drawing or model; it takes some minutes.
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { formatted } from '../../../tools/formatted.mjs';
import type { FacePair } from '../src/face/face-pair.ts';
import { drawPortrait, drawSelfie } from '../src/face/draw-portrait.ts';
import { faceShape } from '../src/face/face-shape.ts';

const target = path.resolve('packages/specimens/src/face/face-pairs.ts');
const selfieVariant = 1;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '60' },
    program: { type: 'string', default: 'bin/countersign' },
  },
});
const folder = await mkdtemp(path.join(tmpdir(), 'face-pairs-'));
try {
  const { pairs, model } = await measurePairs(Number(values.seeds));
  await writeFile(target, await fileText(choosePairs(pairs), model));
  console.log(`${pairs.length} pairs compared by ${model}`);
} finally {
  await rm(folder, { recursive: true });
}

/** All pairs of one sex: a mismatch is to differ in the face, not in what everybody sees. */
async function measurePairs(seeds: number): Promise<{ pairs: FacePair[]; model: string }> {
  const list: string[] = [];
  for (let seed = 1; seed <= seeds; seed += 1) {
    await writeFile(path.join(folder, `p${seed}.png`), await drawPortrait({ seed }));
    await writeFile(path.join(folder, `s${seed}.jpg`), await drawSelfie({ seed, variant: selfieVariant }));
  }
  for (let portrait = 1; portrait <= seeds; portrait += 1) {
    for (let selfie = 1; selfie <= seeds; selfie += 1) {
      if (faceShape(portrait).sex !== faceShape(selfie).sex) continue;
      list.push(JSON.stringify({ id: `${portrait}-${selfie}`, a: `p${portrait}.png`, b: `s${selfie}.jpg` }));
    }
  }
  const answers = (await compare(list)).map(
    (line) => JSON.parse(line) as { id: string; distance: number | null; model: string | null },
  );
  const pairs = answers.flatMap(({ id, distance }) => toPair(id, distance) ?? []);
  const model = answers.find((answer) => answer.model)?.model;
  if (!model) throw new Error('no pair could be compared');
  return { pairs, model };
}

function toPair(id: string, distance: number | null): FacePair | null {
  const [portrait = 0, selfie = 0] = id.split('-').map(Number);
  if (distance === null) return null;
  const kind = kindOf(distance, portrait === selfie);
  if (!kind) return null;
  return {
    kind,
    portrait: { seed: portrait, variant: 0 },
    selfie: { seed: selfie, variant: selfieVariant },
    distance,
  };
}

function kindOf(distance: number, same: boolean): FacePair['kind'] | null {
  if (same) return distance < 0.2 ? 'match' : null;
  if (distance > 0.66) return 'mismatch';
  return distance > 0.545 && distance < 0.565 ? 'review' : null;
}

/** Four pairs of each kind, every seed at most twice, women and men in turn, clearest first. */
function choosePairs(pairs: FacePair[]): FacePair[] {
  const middle = 0.555;
  // The first match is the face of the demo: plain young faces go before glasses and wrinkles.
  const plain = (seed: number): number => {
    const { glasses, age } = faceShape(seed);
    return (glasses === 'none' ? 0 : 1) + (age < 0.5 ? 0 : 1);
  };
  const rank = ({ kind, distance, portrait }: FacePair): number => {
    if (kind === 'match') return distance + plain(portrait.seed);
    return kind === 'mismatch' ? -distance : Math.abs(distance - middle);
  };
  const uses = new Map<number, number>();
  return (['match', 'review', 'mismatch'] as const).flatMap((kind) =>
    [0, 1, 2, 3].flatMap((index) => {
      const sex = index % 2 === 0 ? 'F' : 'M';
      const found = pairs
        .filter((pair) => pair.kind === kind && faceShape(pair.portrait.seed).sex === sex)
        .filter(({ portrait, selfie }) => [portrait, selfie].every(({ seed }) => (uses.get(seed) ?? 0) < 2))
        .toSorted((a, b) => rank(a) - rank(b))[0];
      if (!found) return [];
      for (const { seed } of [found.portrait, found.selfie]) uses.set(seed, (uses.get(seed) ?? 0) + 1);
      pairs.splice(pairs.indexOf(found), 1);
      return [found];
    }),
  );
}

function compare(list: string[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(path.resolve(values.program), ['compare-faces'], {
      cwd: folder,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    child.on('error', reject);
    child.on('close', (status) => {
      if (status === 0) resolve(output.trim().split('\n'));
      else reject(new Error(`compare-faces ended with ${status}`));
    });
    child.stdin.end(`${list.join('\n')}\n`);
  });
}

function fileText(pairs: FacePair[], model: string): Promise<string> {
  const text = `import type { FacePair } from './face-pair.ts';

/** Descriptor model the distances belong to, \`id@digest\`. */
export const facePairsModel = '${model}';

/**
 * The only face pairs that tests, demo and documentation may use; written by \`tools/find-face-pairs.ts\`.
 * Drawn faces prove that the plumbing works and nothing about accuracy.
 */
export const facePairs: readonly FacePair[] = ${JSON.stringify(pairs)};
`;
  return formatted(target, text);
}
