import { specimenCase } from '@countersign/specimens';
import { beforeAll, describe, expect, it } from 'vitest';
import { inspectPictures } from '../src/inspection/inspect-pictures.ts';
import type { InspectionRequest } from '../src/inspection/inspection-run.ts';
import type { InspectedFindings, Picture } from '../src/inspection/picture-findings.ts';
import type { TimeLimit } from '../src/inspection/time-limit.ts';
import { TookTooLong } from '../src/picture/took-too-long.ts';
import { openTextEngine } from '../src/printed/open-text-engine.ts';
import type { TextEngine } from '../src/printed/text-engine.ts';
import { readMrz } from '../src/mrz/read-mrz.ts';
import { isNightly } from './by-night.ts';
import { takenAsSent } from './checked-inspector.ts';
import { loadedModels } from './loaded-models.ts';
import { remembering } from './remembering-engine.ts';

const today = '2026-11-20';

/** All that a decision goes by. */
const decisive = (findings: InspectedFindings) => ({ ...findings, timings: null });

describe('an inspection that runs out of time', () => {
  let pictures: Picture[];
  let engine: TextEngine;
  let whole: InspectedFindings;
  /** Times that the limit is looked at when nothing is cut short. */
  let looks = 0;

  interface Look {
    limit: TimeLimit;
    final?: boolean;
    engine?: TextEngine;
    inspection?: InspectionRequest;
  }
  const inspect = async ({ limit, final = false, engine: reader = engine, inspection = {} }: Look) => {
    const parts = { models: await loadedModels(), readMrz, openText: () => Promise.resolve(reader) };
    return takenAsSent(await inspectPictures(parts, { pictures, today, limit, final, inspection }));
  };
  /** Over from the look of this number on. */
  const overAt = (number: number, isUsed: boolean): TimeLimit => {
    let count = 0;
    let isOver = false;
    return {
      isOver: () => (isOver ||= (count += 1) > number),
      isUsed: () => isOver && isUsed,
      used: () => 0,
    };
  };

  beforeAll(async () => {
    const specimen = await specimenCase({ seed: 12, kind: 'td1' });
    pictures = specimen.pictures.map(({ context, bytes }) => ({ mediaId: context, context, bytes }));
    engine = remembering(await openTextEngine());
    const counting: TimeLimit = {
      isOver: () => {
        looks += 1;
        return false;
      },
      isUsed: () => false,
      used: () => 0,
    };
    whole = await inspect({ limit: counting });
    return () => engine.close();
  });

  it('gives the same or reports that it is unfinished, wherever the machine gives it no more time', async () => {
    expect(whole).toMatchObject({ notComputed: [], cutShort: [] });
    expect(looks).toBeGreaterThan(5);
    const step = isNightly ? 1 : Math.ceil(looks / 4);
    let unfinished = 0;
    for (let number = 0; number <= looks; number += step) {
      const final = number % (2 * step) === 0;
      const seen = await inspect({ limit: overAt(number, false), final });
      if (seen.notComputed.includes('time.limit')) unfinished += 1;
      else expect(decisive(seen)).toEqual(decisive(whole));
      expect(seen.pictures.map(({ refusal }) => refusal)).toEqual(pictures.map(() => null));
    }
    expect(unfinished).toBeGreaterThan(0);
  });

  it('names the pictures it left something out of, where the last inspection used its time up by itself', async () => {
    const seen = await inspect({ limit: overAt(1, true), final: true });
    expect(seen.notComputed).toEqual([]);
    expect(seen.pictures.map(({ refusal }) => refusal)).toContain('img.too_slow');
  });

  it('names the picture at which the reader of print used up its own time, in the last inspection', async () => {
    const late = (byItself: boolean): TextEngine => ({
      ...engine,
      read: () => Promise.reject(new TookTooLong('the text engine', { byItself })),
    });
    const limit = () => overAt(Infinity, false);
    const slow = await inspect({ limit: limit(), final: true, engine: late(true) });
    expect(slow.notComputed).toEqual([]);
    expect(slow.pictures.filter(({ refusal }) => refusal === 'img.too_slow').length).toBeGreaterThan(0);
    expect(slow.pictures.find(({ context }) => context === 'face')?.refusal).toBeNull();
    // A second picture that the machine gave no time for keeps the attempt undecided all the same.
    let reads = 0;
    const firstSlow: TextEngine = {
      ...engine,
      read: () => {
        reads += 1;
        return Promise.reject(new TookTooLong('the text engine', { byItself: reads === 1 }));
      },
    };
    const both = await inspect({
      limit: limit(),
      final: true,
      engine: firstSlow,
      inspection: { printed: 'always' },
    });
    expect({ reads, missing: both.notComputed }).toEqual({ reads: 2, missing: ['time.limit'] });
    expect(both.pictures.map(({ refusal }) => refusal)).toEqual(pictures.map(() => null));
    for (const options of [
      { final: true, engine: late(false) },
      { final: false, engine: late(true) },
    ]) {
      const starved = await inspect({ limit: limit(), ...options });
      expect(starved.notComputed).toEqual(['time.limit']);
      expect(starved.pictures.map(({ refusal }) => refusal)).toEqual(pictures.map(() => null));
    }
  });
});
