import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { engineVersion } from '../src/score/engine-version.ts';
import { NotReplayable, replay } from '../src/score/hits/replay.ts';
import { createScanScreener } from '../src/score/hits/scan-screener.ts';
import { defaultOptions } from '../src/model/screener.ts';
import type { ListedEntity } from '../src/model/listed-entity.ts';
import type { Subject, Trace } from '../src/model/screening-types.ts';
import { explainHit } from '../src/score/explanation/explain-hit.ts';
import { invented } from './support/invented-entity.ts';
import { replayCases } from './replay-cases.ts';

interface Stored {
  engine: string;
  hits: { subject: Subject; entity: ListedEntity; trace: Trace }[];
}

const file = path.join(import.meta.dirname, 'replay-1.json');
const stored = JSON.parse(readFileSync(file, 'utf8')) as Stored;

function hitsNow(): Stored {
  const hits = replayCases.map(({ subject, entity, options }) => {
    const screener = createScanScreener([entity], { snapshot: 'stored' });
    const [hit] = screener.screen(subject, { ...defaultOptions, ...options }).hits;
    if (!hit) throw new Error(`${JSON.stringify(subject)} finds nothing`);
    return { subject, entity, trace: hit.trace };
  });
  return { engine: engineVersion(), hits };
}

it.runIf(stored.engine === engineVersion())(
  'makes stored traces again, byte for byte; if not, scores have changed: raise the version of the code',
  () => {
    for (const { trace, subject, entity } of stored.hits)
      expect(JSON.stringify(replay(trace, subject, entity))).toBe(JSON.stringify(trace));
  },
);

it('makes a trace again whose listed name the source writes family name first, in parts', () => {
  const names = [
    {
      text: 'DOLVAN, Marekko',
      kind: 'primary' as const,
      parts: { first: 'Marekko', last: 'DOLVAN' },
    },
  ];
  const entity = invented({ names });
  const [hit] = createScanScreener([entity], { snapshot: 'stored' }).screen(
    { name: 'Marekko Dolvam' },
    defaultOptions,
  ).hits;
  if (!hit) throw new Error('no hit');
  expect(hit.trace.listedName).toBe('Marekko DOLVAN');
  expect(replay(hit.trace, { name: 'Marekko Dolvam' }, entity)).toEqual(hit.trace);
  expect(explainHit({ name: 'Marekko Dolvam' }, entity, hit).score).toBe(hit.score);
});

it('rejects traces of an unknown engine', () => {
  for (const engine of ['1.000000000000', '999.0123456789ab', ''])
    for (const { trace, subject, entity } of stored.hits)
      expect(() => replay({ ...trace, engine }, subject, entity)).toThrow(NotReplayable);
});

it('rejects an entity that no longer has the name', () => {
  for (const { trace, subject, entity } of stored.hits) {
    const renamed = { ...entity, names: [{ text: 'Quorlan Thistlecroft', kind: 'primary' as const }] };
    expect(() => replay(trace, subject, renamed)).toThrow(NotReplayable);
  }
});

it('stores traces of the present engine (write them again with vitest --update)', async () => {
  await expect(`${JSON.stringify(hitsNow(), null, 1)}\n`).toMatchFileSnapshot(file);
});
