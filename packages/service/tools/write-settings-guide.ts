// npm run settings-docs: writes docs/guides/settings.md. A test fails while the page differs.
import fs from 'node:fs';
import path from 'node:path';
import prettier from 'prettier';
import { settingsGuide } from '../src/settings/settings-guide.ts';

const page = path.resolve('docs/guides/settings.md');
const options = await prettier.resolveConfig(page);
fs.writeFileSync(page, await prettier.format(settingsGuide(), { ...options, filepath: page }));
