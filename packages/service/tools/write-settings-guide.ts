// npm run settings-docs: writes docs/guides/settings.md. A test fails while the page differs.
import fs from 'node:fs';
import path from 'node:path';
import { formatted } from '../../../tools/formatted.mjs';
import { settingsGuide } from '../src/settings/settings-guide.ts';

const page = path.resolve('docs/guides/settings.md');
fs.writeFileSync(page, await formatted(page, settingsGuide()));
