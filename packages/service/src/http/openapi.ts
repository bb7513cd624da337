import { openApiDocument } from '@countersign/contract';
import type { Pages } from './pages.ts';

/** `/openapi.json`: the description of the public API, as the contract package generates it. */
export function openApiPage(): Pages {
  const body = Buffer.from(JSON.stringify(openApiDocument()));
  const answer = { status: 200, type: 'application/json; charset=utf-8', body };
  return new Map([['/openapi.json', () => answer]]);
}
