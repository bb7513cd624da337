import { drawPlace } from '@countersign/specimens';
import { expect, it } from 'vitest';
import { describeService } from './support/each-engine.ts';
import { outcomeOf, specimenRows } from './support/specimen-table.ts';

const wholePack: Parameters<typeof describeService>[1] = (running) => {
  it('gives on a test integration what the guide has for each of its folders', async () => {
    const found: string[] = [];
    const rows = specimenRows();
    const shown = ({ document, state }: (typeof rows)[number]['place'], outcome: string) =>
      `${document}/${state}: ${outcome}`;
    for (const { place } of rows)
      found.push(shown(place, await outcomeOf(running(), await drawPlace(place))));
    expect(found).toEqual(rows.map(({ place, outcome }) => shown(place, outcome)));
  }, 1_200_000);
};
describeService('the whole specimen pack', wholePack, { env: { VISION_TEXT_ENGINE: 'auto' } });
