import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Script } from '../../src/model/prepared-name.ts';
import { modelForm } from '../../src/scripts/model-form.ts';
import { foldKey } from '../../src/tables/fold-key.ts';

/** One word in Latin letters and in another script, both folded. */
export interface WordPair {
  latin: string;
  form: string;
  weight: number;
}

export interface PairSplit {
  training: WordPair[];
  heldOut: WordPair[];
}

/** Scripts with training data and the files they are learnt from; rows in both files count once. */
export const trainingFiles = {
  cyrillic: ['russian'],
  arabic: ['arabic'],
  hebrew: ['hebrew'],
  kana: ['katakana', 'japanese'],
  hangul: ['korean'],
  han: ['chinese'],
} as const satisfies Partial<Record<Script, readonly string[]>>;

export type TrainedScript = keyof typeof trainingFiles;

export const trainedScripts = Object.keys(trainingFiles) as TrainedScript[];

const letters = /^[a-z]+$/u;
const longestWord = 22;

/** FNV-1a: keeps a Latin word on one side of the split whatever script it is paired with. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** True for one Latin word in ten: those never trained on. */
export function isHeldOut(latin: string): boolean {
  return hashOf(latin) % 10 === 0;
}

const shapes: Record<TrainedScript, RegExp> = {
  cyrillic: /^\p{Script=Cyrillic}+$/u,
  arabic: /^\p{Script=Arabic}+$/u,
  hebrew: /^\p{Script=Hebrew}+$/u,
  kana: /^[\p{Script=Katakana}ー]+$/u,
  hangul: /^\p{Script=Hangul}+$/u,
  han: /^\p{Script=Han}+$/u,
};

function rowsOf(directory: string, file: string): string[] {
  return gunzipSync(readFileSync(path.join(directory, `${file}.tsv.gz`)))
    .toString('utf8')
    .trimEnd()
    .split('\n');
}

/** All pairs of a script, without repeats, split by Latin word. `simplify` folds Han characters. */
export function readPairs(
  directory: string,
  script: TrainedScript,
  simplify: (text: string) => string,
): PairSplit {
  const counts = new Map<string, number>();
  for (const file of trainingFiles[script]) {
    for (const row of rowsOf(directory, file)) {
      const [latin = '', spaced = '', count = '1'] = row.split('\t');
      const folded = foldKey(latin).replaceAll(' ', '');
      const raw = spaced.replaceAll(/['’׳״ ]/gu, '');
      const form = modelForm(foldKey(simplify(raw)).replaceAll(' ', ''), script);
      if (!letters.test(folded) || !shapes[script].test(form) || folded.length > longestWord) continue;
      const key = `${folded}\t${form}`;
      counts.set(key, Math.max(counts.get(key) ?? 0, Number(count)));
    }
  }
  const split: PairSplit = { training: [], heldOut: [] };
  for (const key of [...counts.keys()].sort()) {
    const [latin = '', form = ''] = key.split('\t');
    if (form.length > longestWord) continue;
    const weight = 1 + Math.min(3, Math.floor(Math.log2(counts.get(key) ?? 1)));
    split[isHeldOut(latin) ? 'heldOut' : 'training'].push({ latin, form, weight });
  }
  return split;
}

/** The distinct Latin words of all files, sorted. */
export function readLatinWords(directory: string): string[] {
  const words = new Set<string>();
  for (const file of Object.values(trainingFiles).flat()) {
    for (const row of rowsOf(directory, file)) {
      const folded = foldKey(row.slice(0, row.indexOf('\t'))).replaceAll(' ', '');
      if (letters.test(folded)) words.add(folded);
    }
  }
  return [...words].sort();
}
