// Prints the OpenAPI document. Refresh the committed copy with
//   node tools/run-ts.mjs packages/contract/tools/write-openapi.ts > packages/contract/openapi.json
import { openApiDocument } from '../src/openapi/openapi.ts';

console.log(JSON.stringify(openApiDocument(), null, 2));
