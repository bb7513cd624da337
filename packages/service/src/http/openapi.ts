import { jsonContentType, openApiDocument } from '@countersign/contract';
import type { Pages } from './pages.ts';

/** `/openapi.json`: the description of the public API at its public address, as the contract package generates it. */
export function openApiPage(apiUrl: string): Pages {
  const body = Buffer.from(JSON.stringify(openApiDocument(apiUrl)));
  const answer = { status: 200, type: jsonContentType, body };
  return new Map([['/openapi.json', () => answer]]);
}
