import {
  type PortalAlertKind,
  type PortalHome,
  type PortalHomeQuery,
  webhookTypeNames,
  sessionStatuses,
} from '@countersign/contract';
import {
  countHitAges,
  countProposals,
  type Counted,
  countSessions,
  countReviewsWaiting,
  findSetup,
  type FoundAlert,
  listOldKeys,
  listOpenAlerts,
  type HitCount,
  type SessionCount,
} from '../../../storage/portal/home.ts';
import type { PortalContext } from '../portal-context.ts';
import { may, reachFor, requireIntegration, type Viewer } from '../viewer.ts';

/** Limits of the charts: days, and sessions or hits counted per integration. */
const counted = { days: 30, limit: 5_000 };
/** Exclusive upper bounds of the ranges of a chart. */
const ranges = { decisionSeconds: [10, 30, 60, 300, 3_600, 86_400], hitDays: [1, 3, 7, 30] };
/** Days after which a secret should be replaced. */
const oldKeyDays = 365;
/** Sessions in review counted per integration. */
const waitingLimit = 1_000;
/** Limits on counting waiting work. */
const limitOf: Partial<Record<PortalAlertKind, number>> = {
  'reviews-waiting': waitingLimit,
  'hits-waiting': counted.limit,
};

/**
 * The first page: remaining set-up steps, alerts, and four charts. Its cost is bounded, however many
 * sessions there are.
 * @throws PortalRefused not-found, not-allowed
 */
export const showHome =
  ({ database }: PortalContext) =>
  async (viewer: Viewer, { integration }: PortalHomeQuery): Promise<PortalHome> => {
    const integrationIds = reachFor(viewer, 'see-sessions', integration);
    const setup = await findSetup(database, { integrationIds });
    const hits = await countHitAges(database, { integrationIds, limit: counted.limit }, ranges.hitDays);
    return {
      setup: [
        { step: 'integration', done: integrationIds.length > 0 },
        { step: 'webhook-url', done: setup.url },
        { step: 'key-used', done: setup.key },
        { step: 'session', done: setup.session },
        { step: 'webhook-delivered', done: setup.delivered },
      ],
      alerts: await alertsOf(database, { viewer, integrationIds, hits }),
      charts: await chartsOf(database, { integrationIds, ...counted }, hits),
    };
  };

async function chartsOf(
  database: PortalContext['database'],
  newest: Counted,
  hits: readonly HitCount[],
): Promise<PortalHome['charts']> {
  const found = await countSessions(database, newest, ranges.decisionSeconds);
  const sessions = sum(found, ({ count }) => count);
  return {
    days: newest.days,
    sessions,
    isCut: sessions === newest.limit,
    statuses: sessionStatuses.map((status) => ({
      status,
      count: sum(found, (row) => (row.status === status ? row.count : 0)),
    })),
    steps: stepsOf(found),
    decisionTimes: rangesOf(ranges.decisionSeconds, found),
    hitAges: rangesOf(ranges.hitDays, hits),
  };
}

const sum = <Row>(rows: readonly Row[], valueOf: (row: Row) => number): number =>
  rows.reduce((total, row) => total + valueOf(row), 0);

const stepsOf = (statuses: readonly SessionCount[]): PortalHome['charts']['steps'] => [
  { step: 'created', count: sum(statuses, ({ count }) => count) },
  { step: 'opened', count: sum(statuses, ({ opened }) => opened) },
  { step: 'handed-in', count: sum(statuses, ({ submitted }) => submitted) },
  {
    step: 'decided',
    count: sum(statuses, ({ status, count }) => (status === 'approved' || status === 'declined' ? count : 0)),
  },
];

const rangesOf = (
  limits: readonly number[],
  found: readonly { place: number | null; count: number }[],
): PortalHome['charts']['hitAges'] =>
  [...limits, null].map((below, at) => ({
    below,
    count: sum(found, ({ place, count }) => (place === at ? count : 0)),
  }));

const kinds: Readonly<Record<string, PortalAlertKind>> = {
  'webhook-endpoint-failing': 'webhook-failing',
  'webhook-endpoint-paused': 'webhook-paused',
  'webhook-failed': 'webhook-given-up',
  registry_unusable: 'registry-unusable',
  'key-old': 'key-old',
  'hits-waiting': 'hits-waiting',
  'reviews-waiting': 'reviews-waiting',
  'proposals-waiting': 'proposals-waiting',
};

/** Alerts the viewer may act on: those about webhooks and secrets require the corresponding permission. Oldest first. */
async function alertsOf(
  database: PortalContext['database'],
  {
    viewer,
    integrationIds,
    hits,
  }: { viewer: Viewer; integrationIds: readonly string[]; hits: readonly HitCount[] },
): Promise<PortalHome['alerts']> {
  const found = [
    ...(await listOpenAlerts(database, { integrationIds })),
    ...(await listOldKeys(database, { integrationIds }, oldKeyDays)),
    ...(await countReviewsWaiting(database, { integrationIds }, waitingLimit)),
    ...hitsWaiting(integrationIds, hits),
    ...(await countProposals(database, { integrationIds, userId: viewer.userId })),
  ];
  return found
    .flatMap((alert) => shown(alert) ?? [])
    .filter(({ kind, integrationId }) => concerns(viewer, kind, integrationId))
    .toSorted((one, other) => startOf(one) - startOf(other));
}

const startOf = ({ since }: { since: string | null }): number => (since === null ? 0 : Date.parse(since));

/** One alert per integration with undecided hits. */
const hitsWaiting = (integrationIds: readonly string[], hits: readonly HitCount[]): FoundAlert[] =>
  integrationIds.flatMap((integrationId) => {
    const own = hits.filter((hit) => hit.integrationId === integrationId);
    const since = own.map((hit) => hit.since).toSorted()[0];
    if (since === undefined) return [];
    return {
      kind: 'hits-waiting',
      integrationId,
      subject: null,
      count: sum(own, ({ count }) => count),
      since,
    };
  });

function shown({
  kind: name,
  integrationId,
  subject,
  count,
  since,
}: FoundAlert): PortalHome['alerts'][number] | null {
  const kind = kinds[name];
  if (kind === undefined) return null;
  const webhookType =
    webhookTypeNames.find((type) => kind.startsWith('webhook-') && type === subject) ?? null;
  return {
    kind,
    integrationId,
    webhookType,
    subject: webhookType === null ? subject : null,
    count,
    more: count !== null && count === limitOf[kind],
    since,
  };
}

function concerns(viewer: Viewer, kind: PortalAlertKind, integrationId: string): boolean {
  const integration = requireIntegration(viewer, integrationId);
  if (kind.startsWith('webhook-')) return may(viewer, 'read-webhooks', integration);
  if (kind === 'proposals-waiting')
    return may(viewer, 'triage', integration) || may(viewer, 'decide-reviews', integration);
  return kind !== 'key-old' || may(viewer, 'manage-keys', integration);
}
