// npm run build: packages, models, bundle and the client library, whatever state they are in.
import './script-help.mjs';
import { bundleClient } from './bundle-client.mjs';
import { buildModels, buildService } from './ensure.mjs';
import { install } from './install.mjs';

await install();
await buildModels();
await buildService({ force: true });
console.log(`Built the client library in dist/client: ${await bundleClient()} bytes with gzip`);
