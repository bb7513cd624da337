// npm run metrics-docs: writes docs/guides/metrics.md. A test fails while the page differs.
import fs from 'node:fs';
import path from 'node:path';
import prettier from 'prettier';
import { metricsGuide } from './metrics-guide.ts';

const page = path.resolve('docs/guides/metrics.md');
const options = await prettier.resolveConfig(page);
fs.writeFileSync(page, await prettier.format(metricsGuide(), { ...options, filepath: page }));
