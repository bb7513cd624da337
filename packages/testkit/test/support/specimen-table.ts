import { type PackPlace, packPlaces, type SpecimenCase } from '@countersign/specimens';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { TestService } from '../../src/index.ts';
import { picturesPatienceMs } from '../../src/patience.ts';

const guide = path.resolve(import.meta.dirname, '../../../../docs/guides/sandbox.md');

/** What the guide has about one folder of the pack: `approved`, or `resubmission_requested, 204`. */
export interface SpecimenRow {
  place: PackPlace;
  outcome: string;
}

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('`', ''));

/** The guide's table of the pack, in the pack's order. @throws Error where it lacks a folder */
export function specimenRows(): SpecimenRow[] {
  const [, section = ''] = readFileSync(guide, 'utf8').split('\n## The specimen pack\n');
  const [head = '', , ...lines] = (section.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('|'));
  const [, ...states] = cellsOf(head);
  const outcomes = new Map(
    lines.flatMap((line) => {
      const [document, ...cells] = cellsOf(line);
      return cells.map((outcome, index) => [`${document}/${states[index]}`, outcome] as const);
    }),
  );
  return packPlaces.map((place) => {
    const outcome = outcomes.get(`${place.document}/${place.state}`);
    if (outcome === undefined)
      throw new Error(`sandbox.md: must have an outcome of ${place.document}/${place.state}`);
    return { place, outcome };
  });
}

/** Sends the pictures to a new test integration, as the guide has it, and gives the outcome as the table writes it. */
export async function outcomeOf(service: TestService, { pictures }: SpecimenCase): Promise<string> {
  const { client } = await service.integrate({ mode: 'test' });
  const sessionId = await client.createSession();
  for (const picture of pictures) await client.uploadMedia(sessionId, picture);
  await client.submit(sessionId);
  const { body } = await client.waitForDecision(sessionId, picturesPatienceMs);
  const { status, reasonCode } = body.verification as { status: string; reasonCode: number | null };
  return reasonCode === null ? status : `${status}, ${reasonCode}`;
}
