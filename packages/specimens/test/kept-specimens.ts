/**
 * What the package gives, its drawings kept for one run of tests: whichever file asks for a picture that another one has asked for
 * reads what was drawn then. `vitest.config.ts` gives this in place of the package; tests of the package itself import its sources.
 */
import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import * as specimens from '../src/index.ts';

export * from '../src/index.ts';

/** Goes with the run (`tools/test-setup.mjs`). */
const runDirectory = process.env['TEST_RUN_DIRECTORY'];
const directory = runDirectory === undefined ? null : path.join(runDirectory, 'specimens');
if (directory !== null) mkdirSync(directory, { recursive: true });

/** State of the sources: a run that watches them outlives changes. */
const sources = fileURLToPath(new URL('../src', import.meta.url));
const state = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .map((name) => `${name} ${statSync(path.join(sources, name)).mtimeMs}`)
  .toSorted()
  .join('\n');

/** Draws what nobody has asked for with these arguments; each caller gets bytes of its own. */
function kept<Asked extends unknown[], Drawn>(
  draw: (...asked: Asked) => Promise<Drawn>,
): (...asked: Asked) => Promise<Drawn> {
  if (directory === null) return draw;
  return async (...asked) => {
    const key = createHash('sha256')
      .update(`${draw.name}\n${state}\n`)
      .update(serialize(asked))
      .digest('hex');
    const file = path.join(directory, key);
    if (existsSync(file)) return deserialize(readFileSync(file)) as Drawn;
    const drawn = await draw(...asked);
    // Two workers that draw the same at once write the same.
    const aside = `${file}-${randomBytes(6).toString('hex')}`;
    writeFileSync(aside, serialize(drawn));
    renameSync(aside, file);
    return drawn;
  };
}

export const drawCard = kept(specimens.drawCard);
export const drawPortrait = kept(specimens.drawPortrait);
export const drawSelfie = kept(specimens.drawSelfie);
export const simulateCapture = kept(specimens.simulateCapture);
export const recaptureFromScreen = kept(specimens.recaptureFromScreen);
export const recaptureFromPaper = kept(specimens.recaptureFromPaper);
export const challengeFilm = kept(specimens.challengeFilm);
export const specimenCase = kept(specimens.specimenCase);

export const namedCases = Object.fromEntries(
  Object.entries(specimens.namedCases).map(([name, draw]) => [name, kept(draw)]),
) as typeof specimens.namedCases;
export const { approvedPerson, blurredDocument, doubtfulFace, forgedZone, lookAlike } = namedCases;
