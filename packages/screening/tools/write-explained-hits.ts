// node tools/run-ts.mjs packages/screening/tools/write-explained-hits.ts: writes the hits that docs/guides/screening.md explains, as
// the installed command prints them. A test fails while they differ.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { formatted } from '../../../tools/formatted.mjs';
import { guideFile, withExplainedHits } from './explained-hits.ts';

const file = path.resolve(guideFile);
const written = withExplainedHits(readFileSync(file, 'utf8'), path.resolve());
writeFileSync(file, await formatted(file, written));
