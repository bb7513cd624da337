import type { Evidence, Remains, Violation } from './history.ts';

/** Where each registry is queried for a person: the route that counts, and may be billed. */
const routes = { br: 'br.validate', mx: 'mx.ine', co: 'co.ani' } as const;

/** A call is begun once, and once more by whoever takes over from a process that died. @see spec/registries.md 10 */
const mostStarts = 2;

/** What a storm must leave of registry checks, judged by the service's rows and by what the registries counted. */
export const checkRegistries = (evidence: Evidence): Violation[] => [
  ...noPresent(evidence),
  ...started(evidence.remains),
  ...counted(evidence),
];

/** No session of a person unknown to the registry is approved. */
function noPresent({ history, remains }: Evidence): Violation[] {
  const planOf = new Map(history.map(({ sessionId, plan }) => [sessionId, plan]));
  return remains.sessions
    .filter(({ id, status }) => status === 'approved' && planOf.get(id)?.approves === false)
    .map(({ id }) => ({ invariant: 'R1', detail: `session ${id} was approved: ${planOf.get(id)?.name}` }));
}

function started({ checks }: Remains): Violation[] {
  return [
    ...checks
      .filter(({ starts }) => starts > mostStarts)
      .map(({ sessionId, starts }) => ({
        invariant: 'R2',
        detail: `session ${sessionId} began ${starts} calls`,
      })),
    ...checks
      .filter(({ ended }) => !ended)
      .map(({ sessionId }) => ({ invariant: 'R3', detail: `the check of session ${sessionId} has no end` })),
  ];
}

/** What was begun was written down before: the registries count no call more, and no repetition more. */
function counted({ remains: { checks }, counters }: Evidence): Violation[] {
  const found: Violation[] = [];
  for (const [registry, route] of Object.entries(routes)) {
    const starts = checks.filter((check) => check.registry === registry).map((check) => check.starts);
    const begun = starts.reduce((sum, some) => sum + some, 0);
    const repeated = starts.filter((some) => some > 1).length;
    const { calls = 0, duplicates = 0, outcomes = {} } = counters[route] ?? {};
    if (calls > begun)
      found.push({ invariant: 'R4', detail: `${route} was called ${calls} times, ${begun} begun` });
    if (duplicates > repeated)
      found.push({ invariant: 'R4', detail: `${route} was repeated ${duplicates} times, ${repeated} begun` });
    // A consent token that was sent twice is refused so; everything else the storm sends is in order.
    if ((outcomes['422'] ?? 0) > 0)
      found.push({ invariant: 'R5', detail: `${route} refused ${outcomes['422']} calls` });
  }
  return found;
}
