// What the page of metrics adds to the declarations: unit, where a metric moves, and the values of its labels.
import * as values from './metric-labels.ts';

export interface MetricNote {
  unit: 'seconds' | 'bytes' | 'count' | '0 or 1' | '0, 0.5 or 1';
  /** Roles of a process in which it moves. */
  roles: readonly ('api' | 'worker')[];
  /** All values a label can have; a text where they are not fixed. In the order of the declaration. */
  labels?: Readonly<Record<string, readonly string[] | string>>;
}

const api = ['api'] as const;
const worker = ['worker'] as const;
const both = ['api', 'worker'] as const;

const ofProcess: Readonly<Record<string, MetricNote>> = {
  build_info: { unit: '0 or 1', roles: both, labels: { version: 'the version' } },
  ready: { unit: '0 or 1', roles: both },
  disk_free_bytes: { unit: 'bytes', roles: both, labels: { directory: values.directories } },
  clock_skew_seconds: { unit: 'seconds', roles: both },
};

const ofRequests: Readonly<Record<string, MetricNote>> = {
  http_requests_total: {
    unit: 'count',
    roles: api,
    labels: { route: values.routes, status: 'the HTTP status; 0 for an aborted response' },
  },
  http_request_seconds: { unit: 'seconds', roles: api, labels: { route: values.routes } },
  upload_bytes_in_flight: { unit: 'bytes', roles: api },
  request_body_bytes: { unit: 'bytes', roles: api },
  connections: { unit: 'count', roles: api },
  refused_connections_total: { unit: 'count', roles: api, labels: { limit: values.limits } },
  request_log_dropped_total: { unit: 'count', roles: api },
  sessions_refused_total: {
    unit: 'count',
    roles: api,
    labels: { mode: ['live', 'test'], period: ['day', 'month'] },
  },
  signature_failures_total: { unit: 'count', roles: api, labels: { reason: values.signatureReasons } },
  flow_uploads_total: {
    unit: 'count',
    roles: api,
    labels: { context: values.uploadContexts, outcome: values.uploadOutcomes },
  },
  flow_verdicts_total: { unit: 'count', roles: api, labels: { result: values.verdictResults } },
  flow_verdict_seconds: { unit: 'seconds', roles: api },
  flow_handoffs_total: { unit: 'count', roles: api, labels: { step: values.handoffSteps } },
  flow_waiting_pages: { unit: 'count', roles: api },
};

const ofWork: Readonly<Record<string, MetricNote>> = {
  mails_total: {
    unit: 'count',
    roles: worker,
    labels: {
      kind: '`invitation`, `alert`, `email-change`, `email-changed`, `password-changed`',
      outcome: '`sent`, `failed` (will be retried), `refused`, `dropped`',
    },
  },
  // A person cancels on the API side.
  exports_total: { unit: 'count', roles: both, labels: { outcome: values.exportOutcomes } },
  export_seconds: { unit: 'seconds', roles: worker },
  export_rows_total: { unit: 'count', roles: worker },
  export_bytes_total: { unit: 'bytes', roles: worker },
  decisions_total: {
    unit: 'count',
    roles: worker,
    labels: { status: values.decisionStatus, kind: values.decisionKinds },
  },
  verification_seconds: { unit: 'seconds', roles: worker },
  webhook_attempts_total: {
    unit: 'count',
    roles: worker,
    labels: { type: values.webhooks, outcome: values.deliveryOutcomes },
  },
  webhook_attempt_seconds: { unit: 'seconds', roles: worker },
  queue_depth: { unit: 'count', roles: worker, labels: { queue: values.queues } },
  queue_oldest_seconds: { unit: 'seconds', roles: worker, labels: { queue: values.agingQueues } },
  backup_age_seconds: { unit: 'seconds', roles: worker, labels: { state: values.backupStates } },
  backup_fault: { unit: '0 or 1', roles: worker, labels: { fault: values.backupFaults } },
  oldest_session_seconds: { unit: 'seconds', roles: worker, labels: { hold: values.holds } },
  job_claims_total: { unit: 'count', roles: worker, labels: { kind: values.jobKinds } },
  job_wait_seconds: { unit: 'seconds', roles: worker, labels: { lane: values.jobLanes } },
  job_integrations: { unit: 'count', roles: worker, labels: { lane: values.jobLanes } },
  jobs_parked_total: { unit: 'count', roles: worker, labels: { kind: values.jobKinds } },
};

const source = 'the id of a configured source';

const ofScreening: Readonly<Record<string, MetricNote>> = {
  screenings_total: {
    unit: 'count',
    roles: worker,
    labels: { kind: values.screeningKinds, outcome: values.screeningOutcomes },
  },
  screening_search_seconds: { unit: 'seconds', roles: worker },
  watchlist_age_seconds: { unit: 'seconds', roles: worker, labels: { source } },
  watchlist_entities: { unit: 'count', roles: worker, labels: { source } },
  watchlist_stale: { unit: '0 or 1', roles: worker, labels: { source } },
  watchlist_refused: { unit: '0 or 1', roles: worker, labels: { source } },
  watchlist_deltas: { unit: 'count', roles: worker },
  watchlist_changed_entities: { unit: 'count', roles: worker },
  watchlist_unusable_total: { unit: 'count', roles: worker },
  watchlist_swaps_total: { unit: 'count', roles: worker },
  stale_screenings_total: { unit: 'count', roles: worker },
};

const route = 'the part of a registry that is called, such as `co.ani`';

const ofRegistries: Readonly<Record<string, MetricNote>> = {
  registry_calls_total: {
    unit: 'count',
    roles: worker,
    labels: {
      mode: values.modes,
      connector: values.connectors,
      route,
      kind: values.answerKinds,
      cause: values.callCauses,
    },
  },
  registry_call_seconds: { unit: 'seconds', roles: worker, labels: { mode: values.modes, route } },
  registry_breaker: {
    unit: '0, 0.5 or 1',
    roles: worker,
    labels: { mode: values.modes, connector: values.connectors, route },
  },
  registry_outage: { unit: '0 or 1', roles: worker, labels: { connector: values.connectors, route } },
  registry_deferrals_total: {
    unit: 'count',
    roles: worker,
    labels: { registry: values.registries, cause: values.deferralCauses },
  },
  registry_alerts_total: {
    unit: 'count',
    roles: worker,
    labels: { registry: values.registries, cause: values.alertCauses },
  },
};

const ofPictures: Readonly<Record<string, MetricNote>> = {
  vision_queue_depth: { unit: 'count', roles: worker, labels: { lane: values.visionLanes } },
  vision_job_seconds: {
    unit: 'seconds',
    roles: worker,
    labels: { kind: values.visionKinds, outcome: values.visionOutcomes },
  },
  vision_wait_seconds: { unit: 'seconds', roles: worker, labels: { lane: values.visionLanes } },
  vision_integrations: { unit: 'count', roles: worker },
  vision_restarts_total: { unit: 'count', roles: worker, labels: { cause: values.restartCauses } },
  vision_resident_bytes: { unit: 'bytes', roles: worker },
  picture_process_isolation: { unit: '0 or 1', roles: worker, labels: { wall: values.isolationWalls } },
};

const unitOf = (name: string): MetricNote['unit'] =>
  name.endsWith('_bytes') ? 'bytes' : /_seconds(_total)?$/.test(name) ? 'seconds' : 'count';

const runtimeMetric = (name: string, labels?: MetricNote['labels']): [string, MetricNote] => [
  name,
  { unit: unitOf(name), roles: both, ...(labels === undefined ? {} : { labels }) },
];

const ofNode: Readonly<Record<string, MetricNote>> = Object.fromEntries([
  ...['user_seconds', 'system_seconds', 'seconds'].map((part) => runtimeMetric(`process_cpu_${part}_total`)),
  ...['start_time_seconds', 'resident_memory_bytes', 'virtual_memory_bytes', 'heap_bytes'].map((part) =>
    runtimeMetric(`process_${part}`),
  ),
  ...['open_fds', 'max_fds'].map((part) => runtimeMetric(`process_${part}`)),
  ...['', '_min', '_max', '_mean', '_stddev', '_p50', '_p90', '_p99'].map((part) =>
    runtimeMetric(`nodejs_eventloop_lag${part}_seconds`),
  ),
  ...['resources', 'handles', 'requests'].flatMap((what) => [
    runtimeMetric(`nodejs_active_${what}`, { type: 'a class of Node.js' }),
    runtimeMetric(`nodejs_active_${what}_total`),
  ]),
  ...['heap_size_total', 'heap_size_used', 'external_memory'].map((part) =>
    runtimeMetric(`nodejs_${part}_bytes`),
  ),
  ...['total', 'used', 'available'].map((part) =>
    runtimeMetric(`nodejs_heap_space_size_${part}_bytes`, { space: 'a space of V8' }),
  ),
  runtimeMetric('nodejs_version_info', {
    version: 'the version',
    major: 'its first number',
    minor: 'its second',
    patch: 'its third',
  }),
  runtimeMetric('nodejs_gc_duration_seconds', { kind: values.collections }),
]);

/** Groups of the page, each with its metrics by their names without `countersign_`. */
export const metricGroups: readonly {
  title: string;
  about: string;
  metrics: Readonly<Record<string, MetricNote>>;
}[] = [
  { title: 'The process', about: 'State, resources and clock of the process.', metrics: ofProcess },
  { title: 'Requests and the flow', about: 'Requests of clients, and the hosted flow.', metrics: ofRequests },
  { title: 'Jobs, decisions and webhooks', about: 'Work of the workers.', metrics: ofWork },
  { title: 'Watchlists', about: 'Lists in force, and screenings against them.', metrics: ofScreening },
  { title: 'Registries', about: 'Calls to national registries.', metrics: ofRegistries },
  { title: 'Pictures', about: 'The process that reads pictures.', metrics: ofPictures },
  { title: 'Node.js', about: 'Metrics of the runtime, named and described by its library.', metrics: ofNode },
];

/** Notes by full name. */
export const metricNotes: ReadonlyMap<string, MetricNote> = new Map(
  metricGroups.flatMap(({ metrics }) =>
    Object.entries(metrics).map(([name, note]) => [`countersign_${name}`, note] as const),
  ),
);
