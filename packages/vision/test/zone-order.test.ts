import { specimenCase, type SpecimenCase } from '@countersign/specimens';
import { describe, expect, it } from 'vitest';
import { inspectPictures } from '../src/inspection/inspect-pictures.ts';
import type { Picture } from '../src/inspection/picture-findings.ts';
import { readMrz } from '../src/mrz/read-mrz.ts';
import { loadedModels } from './loaded-models.ts';

const today = '2026-11-20';

const picturesOf = ({ pictures }: SpecimenCase): Picture[] =>
  pictures.flatMap(({ context, bytes }) =>
    context === 'face' ? [] : [{ mediaId: context, context, bytes }],
  );

/** What of a document is found, and the outcome of each search for a zone in its order. */
async function searchesIn(pictures: Picture[]) {
  const searches: (string | null)[] = [];
  const counted: typeof readMrz = async (...asked) => {
    const reading = await readMrz(...asked);
    searches.push(reading?.status ?? null);
    return reading;
  };
  const parts = { models: await loadedModels(), readMrz: counted, openText: null };
  return { found: await inspectPictures(parts, { pictures, today }), searches };
}

describe('the order in which sides are searched for a zone', { timeout: 60_000 }, () => {
  it('does not search the front of a card when its back has a clean zone, whichever was sent first', async () => {
    const pictures = picturesOf(await specimenCase({ seed: 12, kind: 'td1' }));
    for (const sent of [pictures, pictures.toReversed()]) {
      const { found, searches } = await searchesIn(sent);
      expect(searches).toEqual(['clean']);
      expect(found.mrz).toMatchObject({ mediaId: 'document-back', format: 'TD1', status: 'clean' });
    }
  });

  it('searches the front of a card that comes alone, and of one whose back has no zone', async () => {
    const [front] = picturesOf(await specimenCase({ seed: 12, kind: 'td1' }));
    expect((await searchesIn([front!])).searches).toEqual([null]);
    const licence = picturesOf(await specimenCase({ seed: 12, kind: 'uto-licence' }));
    expect((await searchesIn(licence)).searches).toEqual([null, null]);
  });
});
