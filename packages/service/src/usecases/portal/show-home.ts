import {
  type PortalAlertKind,
  type PortalHome,
  type PortalHomeQuery,
  portalWebhookTypes,
  sessionStatuses,
} from '@countersign/contract';
import {
  countDecisionTimes,
  countProposals,
  type Counted,
  countHitAges,
  countSessions,
  countWaiting,
  findSetup,
  type FoundAlert,
  listOldKeys,
  listOpenAlerts,
  type RangeCount,
  type StatusCount,
} from '../../storage/portal/home.ts';
import type { PortalContext } from './portal-context.ts';
import { may, reachFor, requireIntegration, type Viewer } from './viewer.ts';

/** What the charts count at most: so many sessions, and so many hits of each integration. */
const counted = { days: 30, limit: 5_000 };
/** First values that no longer count in a range of a chart. */
const ranges = { decisionSeconds: [10, 30, 60, 300, 3_600, 86_400], hitDays: [1, 3, 7, 30] };
/** Days after which a secret should be replaced. */
const oldKeyDays = 365;
/** So many sessions or hits that wait are counted, of each integration. */
const waitingLimit = 1_000;

/**
 * The first page: what is still to be set up, what somebody should look at, and four charts. What it costs is bounded, however many
 * sessions there are.
 * @throws PortalRefused not-found, not-allowed
 */
export const showHome =
  ({ database }: PortalContext) =>
  async (viewer: Viewer, { integration }: PortalHomeQuery): Promise<PortalHome> => {
    const integrationIds = reachFor(viewer, 'see-sessions', integration);
    const setup = await findSetup(database, { integrationIds });
    return {
      setup: [
        { step: 'integration', done: integrationIds.length > 0 },
        { step: 'webhook-url', done: setup.url },
        { step: 'key-used', done: setup.key },
        { step: 'session', done: setup.session },
        { step: 'webhook-delivered', done: setup.delivered },
      ],
      alerts: await alertsOf(database, viewer, integrationIds),
      charts: await chartsOf(database, { integrationIds, ...counted }),
    };
  };

async function chartsOf(database: PortalContext['database'], newest: Counted): Promise<PortalHome['charts']> {
  const statuses = await countSessions(database, newest);
  const times = await countDecisionTimes(database, newest, ranges.decisionSeconds);
  const ages = await countHitAges(database, newest, ranges.hitDays);
  const sessions = sum(statuses, ({ count }) => count);
  return {
    days: newest.days,
    sessions,
    isCut: sessions === newest.limit,
    statuses: sessionStatuses.map((status) => ({
      status,
      count: sum(statuses, (found) => (found.status === status ? found.count : 0)),
    })),
    steps: stepsOf(statuses),
    decisionTimes: rangesOf(ranges.decisionSeconds, times),
    hitAges: rangesOf(ranges.hitDays, ages),
  };
}

const sum = <Row>(rows: readonly Row[], valueOf: (row: Row) => number): number =>
  rows.reduce((total, row) => total + valueOf(row), 0);

const stepsOf = (statuses: readonly StatusCount[]): PortalHome['charts']['steps'] => [
  { step: 'created', count: sum(statuses, ({ count }) => count) },
  { step: 'opened', count: sum(statuses, ({ opened }) => opened) },
  { step: 'handed-in', count: sum(statuses, ({ submitted }) => submitted) },
  {
    step: 'decided',
    count: sum(statuses, ({ status, count }) => (status === 'approved' || status === 'declined' ? count : 0)),
  },
];

const rangesOf = (limits: readonly number[], found: readonly RangeCount[]) =>
  [...limits, null].map((below, at) => ({
    below,
    count: found.find(({ place }) => place === at)?.count ?? 0,
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

/** What the viewer should look at, and may: webhooks and secrets are for those who look after them. */
async function alertsOf(
  database: PortalContext['database'],
  viewer: Viewer,
  integrationIds: readonly string[],
): Promise<PortalHome['alerts']> {
  const found = [
    ...(await listOpenAlerts(database, { integrationIds })),
    ...(await listOldKeys(database, { integrationIds }, oldKeyDays)),
    ...(await countWaiting(database, { integrationIds }, waitingLimit)),
    ...(await countProposals(database, { integrationIds, userId: viewer.userId })),
  ];
  return found
    .flatMap((alert) => shown(alert) ?? [])
    .filter(({ kind, integrationId }) => concerns(viewer, kind, integrationId));
}

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
    portalWebhookTypes.find((type) => kind.startsWith('webhook-') && type === subject) ?? null;
  return { kind, integrationId, webhookType, subject: webhookType === null ? subject : null, count, since };
}

function concerns(viewer: Viewer, kind: PortalAlertKind, integrationId: string): boolean {
  const integration = requireIntegration(viewer, integrationId);
  if (kind.startsWith('webhook-')) return may(viewer, 'read-webhooks', integration);
  if (kind === 'proposals-waiting')
    return may(viewer, 'triage', integration) || may(viewer, 'decide-reviews', integration);
  return kind !== 'key-old' || may(viewer, 'manage-keys', integration);
}
