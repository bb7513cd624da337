// npm run api-collections: writes the API as a Postman collection and as an .http file. A test fails while they differ.
import './script-help.mjs';
import { writeFileSync } from 'node:fs';
import { install } from './install.mjs';
import { at } from './project.mjs';

await install();
// Loads the bundler, which a fresh clone does not have yet.
const { collectionFiles } = await import('./docs/collection-files.mjs');
for (const [file, text] of Object.entries(await collectionFiles())) writeFileSync(at(file), text);
