import type { Evidence, Remains, Violation } from './history.ts';

/** The route of each registry that queries a person: it is counted, and may be billed. */
const routes = { br: 'br.validate', mx: 'mx.ine', co: 'co.ani' } as const;

/** A call is started once, and once more by the process that takes over after a crash. @see spec/registries.md 10 */
const mostStarts = 2;

/** Checks registry look-ups after a storm against the service's rows and the registries' counters. */
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

/** Every call was recorded before it started: the registries count neither more calls nor more repetitions. */
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
    // Consent tokens that were sent twice are rejected with 422; everything else that the storm sends is valid.
    if ((outcomes['422'] ?? 0) > 0)
      found.push({ invariant: 'R5', detail: `${route} refused ${outcomes['422']} calls` });
  }
  return found;
}
