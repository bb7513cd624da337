import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { openRegistries, type Registries, simulatorSettings } from '@countersign/registries';
import { drawPortrait, drawSelfie, facePairs } from '@countersign/specimens';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const program = path.resolve(import.meta.dirname, '../../../../dist/countersign.mjs');
/** Of the scenario whose score is that of the faces. @see spec/registries.md 15.2 */
const compared = '90000004081';

const pairOf = (kind: 'match' | 'mismatch') => {
  const pair = facePairs.find((candidate) => candidate.kind === kind);
  if (pair === undefined) throw new Error('no such pair');
  return pair;
};

describe('a simulator that has portraits', () => {
  let directory = '';
  let child: ChildProcess;
  let registries: Registries;

  beforeAll(async () => {
    directory = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-portraits-'));
    await fs.writeFile(path.join(directory, `${compared}.png`), await drawPortrait(pairOf('match').portrait));
    child = spawn(process.execPath, [program, 'simulator', '--portraits', directory], {
      env: { PATH: process.env['PATH'] ?? '', SIM_PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const url = await new Promise<string>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`the simulator ended with ${code}`)));
      if (!child.stdout) throw new Error('there is nothing to read');
      createInterface({ input: child.stdout }).on('line', (line) => {
        const [, ready] = /^countersign simulator ready (\S+)$/.exec(line) ?? [];
        if (ready !== undefined) resolve(ready);
      });
    });
    registries = openRegistries(simulatorSettings(url), {
      readSecret: () => {
        throw new Error('the simulator needs no secret');
      },
      onCall: () => {},
    });
  });
  afterAll(async () => {
    await registries.close();
    child.kill('SIGTERM');
    await fs.rm(directory, { recursive: true, force: true });
  });

  const similarityOf = async (bytes: Buffer) => {
    const result = await registries.br.check(
      {
        cpf: compared,
        selfie: { format: 'jpeg', bytes: new Uint8Array(bytes) },
        claims: {},
        compareLicenceStatus: false,
      },
      {
        signal: AbortSignal.timeout(60_000),
        deadline: new Date(Date.now() + 60_000).toISOString(),
        correlationId: '5b8f0a52-1b7e-4d64-8f0a-5e2d7c91b346',
      },
    );
    if (result.kind !== 'answered') throw new Error(`the registry answered ${result.kind}`);
    return result.answer.face?.similarity ?? null;
  };

  it('answers the score of the portrait and the selfie that was sent, again and again', async () => {
    const same = await drawSelfie(pairOf('match').selfie);
    expect(await similarityOf(same)).toBeGreaterThanOrEqual(80);
    expect(await similarityOf(await drawSelfie(pairOf('mismatch').selfie))).toBeLessThan(80);
    expect(await similarityOf(same)).toBeGreaterThanOrEqual(80);
  });
});
