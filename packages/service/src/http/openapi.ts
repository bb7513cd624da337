import { jsonContentType, openApiDocument } from '@countersign/contract';
import type { PageAnswer, Pages } from './pages.ts';

/**
 * `/openapi.json`: the description of the public API with this installation's address, as the contract package generates it. Generated at
 * the first request, because it takes 40 ms that would otherwise delay every start.
 */
export function openApiPage(apiUrl: string): Pages {
  let answer: PageAnswer | null = null;
  const write = (): PageAnswer => ({
    status: 200,
    type: jsonContentType,
    body: Buffer.from(JSON.stringify(openApiDocument(apiUrl))),
  });
  return new Map([['/openapi.json', () => (answer ??= write())]]);
}
