// npm run metrics-docs: writes docs/guides/metrics.md. A test fails while the page differs.
import fs from 'node:fs';
import path from 'node:path';
import { formatted } from '../../../tools/formatted.mjs';
import { metricsGuide } from './metrics-guide.ts';

const page = path.resolve('docs/guides/metrics.md');
fs.writeFileSync(page, await formatted(page, metricsGuide()));
