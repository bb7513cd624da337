import { memberAt } from './json-paths.ts';
import type { Scenario } from './simulated-route.ts';

/** Requests that were answered, by the registry's own request id, so that a repeated request gets the same answer. */
export interface AnsweredRequests {
  /** The scenario that answered the request earlier; `null`: the request is new. */
  find(request: string | null): Scenario | null;
  keep(request: string | null, scenario: Scenario | null): void;
  clear(): void;
}

/** Beyond this number the oldest requests are dropped. */
const keptRequests = 10_000;

export function createAnsweredRequests(): AnsweredRequests {
  const kept = new Map<string, Scenario>();
  return {
    find: (request) => (request === null ? null : (kept.get(request) ?? null)),
    keep(request, scenario) {
      if (request === null || scenario === null) return;
      kept.set(request, scenario);
      const [oldest] = kept.keys();
      if (kept.size > keptRequests && oldest !== undefined) kept.delete(oldest);
    },
    clear: () => kept.clear(),
  };
}

/** The id of a request within its route: Datavalid's `tag`, INE's `solicitudId`; `null` if the format has none. */
export function requestName(route: string, number: string | null, body: unknown): string | null {
  const name = memberAt(body, 'tag') ?? memberAt(body, 'encabezado.solicitudId');
  return typeof name === 'string' && name !== '' ? `${route} ${number ?? ''} ${name}` : null;
}
