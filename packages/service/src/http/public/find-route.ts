import { endpoints, isUuid4, Problem } from '@countersign/contract';
import type { Exchange } from './exchange.ts';

/** A known path, called with another method. */
export class MethodNotAllowed extends Problem {
  /** Value of the `Allow` header. */
  readonly allow: string;
  constructor(allow: string) {
    super('method-not-allowed');
    this.allow = allow;
  }
}

export interface Route {
  endpoint: (typeof endpoints)[number];
  /** Identifier exactly as in the path; `null` if the path has none. */
  id: string | null;
}

/** The resource that a path identifies by a UUID, by the name of its parameter. */
const subjects = { sessionId: 'session', attemptId: 'attempt', mediaId: 'media' } as const;

/** The resource of a request; `null` if its path contains no identifier, or nothing that looks like one. */
export function subjectOf({ endpoint, id }: Route): Exchange['subject'] {
  const name = /:(\w+)/.exec(endpoint.path)?.[1];
  const of = name === undefined ? undefined : subjects[name as keyof typeof subjects];
  return of === undefined || id === null || !isUuid4(id) ? null : { of, id: id.toLowerCase() };
}

const split = (path: string): string[] => path.split('/').slice(1);
const patterns = endpoints.map((endpoint) => ({ endpoint, segments: split(endpoint.path) }));
const literals = new Set<string>(endpoints.map(({ path }) => path).filter((path) => !path.includes(':')));

const fits = (segments: readonly string[], pattern: readonly string[]): boolean =>
  segments.length === pattern.length &&
  pattern.every((name, at) => (name.startsWith(':') ? segments[at] !== '' : name === segments[at]));

/**
 * The endpoint of a method and path. Paths are compared as sent: letter case counts, nothing is decoded, and a trailing slash makes a
 * different path.
 * @throws Problem not-found, MethodNotAllowed
 * @see spec/contract.md A-06
 */
export function findRoute(method: string, path: string): Route {
  const segments = split(path);
  const isLiteral = literals.has(path);
  const known = path.includes('%')
    ? []
    : patterns.filter(({ endpoint, segments: pattern }) =>
        isLiteral ? endpoint.path === path : fits(segments, pattern),
      );
  if (known.length === 0) throw new Problem('not-found');
  const found = known.find(({ endpoint }) => endpoint.method === method);
  if (!found) throw new MethodNotAllowed(known.map(({ endpoint }) => endpoint.method).join(', '));
  const at = found.segments.findIndex((name) => name.startsWith(':'));
  return { endpoint: found.endpoint, id: at < 0 ? null : (segments[at] ?? null) };
}

/** Header names and signature rules differ on the feedback API, also for paths that do not exist. @see spec/contract.md A-79 */
export const isFeedback = (path: string): boolean => path === '/feedback' || path.startsWith('/feedback/');
