/** A call in the simulator's log: the request and what happened, without any values. */
export interface LoggedCall {
  route: string;
  /** ISO 8601 by the simulator's clock. */
  time: string;
  /** Status of the response; `null` if no complete response head was sent. */
  status: number | null;
  scenario: string | null;
  /** Id of the fault rule that applied. */
  fault: string | null;
  /** Names of the body's members, dotted, and of the query parameters. */
  keys: string[];
  /** The same request (`tag`, `solicitudId`) had been answered before. */
  duplicate: boolean;
}

/** Counters of one route. */
export interface RouteCounter {
  calls: number;
  duplicates: number;
  /** Number of calls by status; `no_response` if there was none. */
  outcomes: Record<string, number>;
}

/** The calls since the last reset. */
export interface CallLog {
  add(call: LoggedCall): void;
  /** The last 10,000, oldest first. */
  calls(): readonly LoggedCall[];
  counters(): Readonly<Record<string, RouteCounter>>;
  count(route: string): number;
  clear(): void;
}

const keptCalls = 10_000;

export function createCallLog(): CallLog {
  let calls: LoggedCall[] = [];
  let counters = new Map<string, RouteCounter>();
  return {
    add(call) {
      calls.push(call);
      if (calls.length >= 2 * keptCalls) calls = calls.slice(-keptCalls);
      const counter = counters.get(call.route) ?? { calls: 0, duplicates: 0, outcomes: {} };
      const outcome = call.status === null ? 'no_response' : String(call.status);
      counter.calls += 1;
      counter.duplicates += call.duplicate ? 1 : 0;
      counter.outcomes[outcome] = (counter.outcomes[outcome] ?? 0) + 1;
      counters.set(call.route, counter);
    },
    calls: () => calls.slice(-keptCalls),
    counters: () => Object.fromEntries(counters),
    count: (route) => counters.get(route)?.calls ?? 0,
    clear() {
      calls = [];
      counters = new Map();
    },
  };
}

/** Names of all members below a value, dotted; members of list items under the list's own name. */
export function keyNames(value: unknown, prefix = ''): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((item) => keyNames(item, prefix)))];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    return [name, ...keyNames(member, name)];
  });
}
