// npm run build: packages, models and bundles, whatever state they are in.
import './script-help.mjs';
import { buildModels, buildService } from './ensure.mjs';
import { install } from './install.mjs';

await install();
await buildModels();
await buildService({ force: true });
