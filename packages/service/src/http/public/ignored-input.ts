import { type Endpoint, endpointBodies, type EndpointName, ignoredMembers } from '@countersign/contract';
import type { Exchange } from './exchange.ts';

/** Maximum number of names in a header, and of characters in a name. */
const mostNames = 20;
const longestName = 128;

/** The parts of a request in which ignored input is looked for. */
export interface JudgedRequest {
  endpoint: Pick<Endpoint, 'query'> & { name: EndpointName };
  mode: 'test' | 'live';
  /** As JSON; `undefined` on GET and DELETE. */
  body: unknown;
}

/**
 * Records input of a test integration's request that has no effect: members of its body that the contract does not name, parameters
 * of its query, and a body where none is read. Names only, no values; nothing on live integrations.
 * @see spec/contract.md
 */
export function noteIgnoredInput(exchange: Exchange, { endpoint, mode, body }: JudgedRequest): void {
  if (mode !== 'test') return;
  const { request } = endpointBodies[endpoint.name];
  const members = request === null ? [] : ignoredMembers(request.schema, body);
  const parameters = [...new Set(new URLSearchParams(exchange.query).keys())]
    .filter((name) => name !== endpoint.query)
    .map((name) => `?${name}`);
  const names = [...members, ...parameters, ...(hasUnreadBody(exchange, body) ? ['body'] : [])];
  const shown = names.slice(0, mostNames).map(printable);
  exchange.ignored = names.length > mostNames ? [...shown, `${names.length - mostNames} more`] : shown;
}

const hasUnreadBody = ({ request: { headers } }: Exchange, body: unknown): boolean =>
  body === undefined && (Number(headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in headers);

/** A name that is safe in a header: other characters are encoded as in a URL. */
const printable = (name: string): string =>
  name
    .slice(0, longestName)
    // Half of a surrogate pair cannot be encoded.
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/[^\w.[\]?-]+/g, encodeURIComponent)
    .slice(0, longestName);
