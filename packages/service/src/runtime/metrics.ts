import { createDiskMetrics, type MeasuredDirectories } from './disk-metrics.ts';
import { readVersion } from './version.ts';
import { collectDefaultMetrics, Counter, Gauge, Histogram, type Metric, Registry } from 'prom-client';

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * The metrics of a process, in their own registry. No label ever carries an identifier or personal data.
 * `npm run metrics-docs` generates their documentation.
 * @param directories whose disks are measured
 */
export function createMetrics(directories: MeasuredDirectories = {}) {
  const registry = new Registry();
  createDiskMetrics(registry, directories);
  for (const metric of processMetrics()) registry.registerMetric(metric);
  new Gauge({
    name: 'countersign_build_info',
    help: 'Always 1; the label is the version of the running release.',
    labelNames: ['version'] as const,
    registers: [registry],
  }).set({ version: readVersion() }, 1);
  return {
    registry,
    ready: new Gauge({
      name: 'countersign_ready',
      help: '1 while /readyz answers 200, which requires an answer from the database within 2 s; else 0. Checked at every scrape.',
      registers: [registry],
    }),
    ...requestMetrics([registry]),
    ...callerMetrics([registry]),
    ...mailMetrics([registry]),
    ...exportMetrics([registry]),
    ...flowMetrics([registry]),
    ...workMetrics([registry]),
    ...jobMetrics([registry]),
    ...screeningMetrics([registry]),
    ...registryMetrics([registry]),
    ...visionMetrics([registry]),
  };
}

let measured: Metric[] | null = null;

/**
 * Memory, garbage collection, event loop and the like, which are of the process and not of a registry: measured once, because a measurement
 * keeps a timer of 10 ms and an observer of collections for good.
 */
function processMetrics(): Metric[] {
  if (measured === null) {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry, prefix: 'countersign_' });
    measured = registry.getMetricsAsArray() as unknown as Metric[];
  }
  return measured;
}

function requestMetrics(registers: Registry[]) {
  return {
    httpRequests: new Counter({
      name: 'countersign_http_requests_total',
      help: 'Answered requests of the API and the flow, by route and HTTP status.',
      labelNames: ['route', 'status'] as const,
      registers,
    }),
    httpSeconds: new Histogram({
      name: 'countersign_http_request_seconds',
      help: 'Time from the first byte of a request to the last of its answer.',
      labelNames: ['route'] as const,
      buckets: seconds,
      registers,
    }),
    uploadBytesInFlight: new Gauge({
      name: 'countersign_upload_bytes_in_flight',
      help: 'Disk space used for media uploads in progress.',
      registers,
    }),
    clockSkew: new Gauge({
      name: 'countersign_clock_skew_seconds',
      help: 'Time by which the clock of this process is ahead of the clock of the database.',
      registers,
    }),
    bodyBytesHeld: new Gauge({
      name: 'countersign_request_body_bytes',
      help: 'Memory used for request bodies.',
      registers,
    }),
    connections: new Gauge({
      name: 'countersign_connections',
      help: 'Open connections of clients to the API.',
      registers,
    }),
    refusedConnections: new Counter({
      name: 'countersign_refused_connections_total',
      help: 'Connections that were answered 503 or closed at once, by the limit reached.',
      labelNames: ['limit'] as const,
      registers,
    }),
  };
}

function callerMetrics(registers: Registry[]) {
  return {
    requestLogDropped: new Counter({
      name: 'countersign_request_log_dropped_total',
      help: 'Requests missing in the request log: too many were waiting for the database, or an unauthenticated client sent too many that were rejected.',
      registers,
    }),
    sessionsRefused: new Counter({
      name: 'countersign_sessions_refused_total',
      help: 'Sessions that were not created because the organisation had reached its limit, by mode and period of the limit.',
      labelNames: ['mode', 'period'] as const,
      registers,
    }),
    signatureFailures: new Counter({
      name: 'countersign_signature_failures_total',
      help: 'Requests with an invalid signature, by reason.',
      labelNames: ['reason'] as const,
      registers,
    }),
  };
}

function mailMetrics(registers: Registry[]) {
  return {
    mails: new Counter({
      name: 'countersign_mails_total',
      help: 'E-mails of the portal by kind and outcome of the last attempt; dropped: no longer needed.',
      labelNames: ['kind', 'outcome'] as const,
      registers,
    }),
  };
}

function exportMetrics(registers: Registry[]) {
  return {
    exports: new Counter({
      name: 'countersign_exports_total',
      help: 'Exports of sessions in the portal that ended, by outcome.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    exportSeconds: new Histogram({
      name: 'countersign_export_seconds',
      help: 'Time from the request for an export to its last part; successful exports only.',
      buckets: [1, 2.5, 5, 10, 30, 60, 300, 900, 3_600],
      registers,
    }),
    exportRows: new Counter({
      name: 'countersign_export_rows_total',
      help: 'Sessions written to exports, including exports that failed later.',
      registers,
    }),
    exportBytes: new Counter({
      name: 'countersign_export_bytes_total',
      help: 'Bytes of the lines written to exports, as they are downloaded.',
      registers,
    }),
  };
}

function flowMetrics(registers: Registry[]) {
  return {
    flowUploads: new Counter({
      name: 'countersign_flow_uploads_total',
      help: 'Finished uploads of the end-user flow, by content and outcome.',
      labelNames: ['context', 'outcome'] as const,
      registers,
    }),
    flowVerdicts: new Counter({
      name: 'countersign_flow_verdicts_total',
      help: 'Answers to requests for the verdict on a picture, by result.',
      labelNames: ['result'] as const,
      registers,
    }),
    flowVerdictSeconds: new Histogram({
      name: 'countersign_flow_verdict_seconds',
      help: 'Time from a request for the verdict on a picture to its answer.',
      buckets: [0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 5],
      registers,
    }),
    flowHandoffs: new Counter({
      name: 'countersign_flow_handoffs_total',
      help: 'Steps of handoffs from a computer to a phone: claimed, confirmed, missed, taken-back, stopped, alone.',
      labelNames: ['step'] as const,
      registers,
    }),
    flowWaiting: new Gauge({
      name: 'countersign_flow_waiting_pages',
      help: 'Pages of the end-user flow that wait for a change.',
      registers,
    }),
  };
}

function workMetrics(registers: Registry[]) {
  return {
    ...queueMetrics(registers),
    decisions: new Counter({
      name: 'countersign_decisions_total',
      help: 'Committed decisions, by status and deciding party.',
      labelNames: ['status', 'kind'] as const,
      registers,
    }),
    verificationSeconds: new Histogram({
      name: 'countersign_verification_seconds',
      help: 'Time from submission to the committed decision.',
      buckets: [...seconds, 30, 60, 300, 900],
      registers,
    }),
    webhookAttempts: new Counter({
      name: 'countersign_webhook_attempts_total',
      help: 'Attempts to deliver a webhook, by type and outcome.',
      labelNames: ['type', 'outcome'] as const,
      registers,
    }),
    webhookSeconds: new Histogram({
      name: 'countersign_webhook_attempt_seconds',
      help: 'Duration of attempts to deliver a webhook.',
      buckets: seconds,
      registers,
    }),
  };
}

/** Measured every 10 s by each worker, for the whole installation. */
function queueMetrics(registers: Registry[]) {
  return {
    queueDepth: new Gauge({
      name: 'countersign_queue_depth',
      help: 'Waiting rows of the installation, by queue. Every worker measures this every 10 s: use the maximum, not the sum.',
      labelNames: ['queue'] as const,
      registers,
    }),
    queueOldest: new Gauge({
      name: 'countersign_queue_oldest_seconds',
      help: 'Age of the oldest due row in a queue of the installation. Every worker measures this every 10 s.',
      labelNames: ['queue'] as const,
      registers,
    }),
    backupAge: new Gauge({
      name: 'countersign_backup_age_seconds',
      help: 'Age of the newest backup that was written, and of the newest one with a verified restore; without any, the time since backups are recorded. Every worker measures this every 10 s.',
      labelNames: ['state'] as const,
      registers,
    }),
    backupFault: new Gauge({
      name: 'countersign_backup_fault',
      help: '1 while the newest backup is overdue or failed, or no restore was verified recently; no value if BACKUP_MAX_AGE_HOURS is 0. Every worker measures this every 10 s.',
      labelNames: ['fault'] as const,
      registers,
    }),
    oldestSession: new Gauge({
      name: 'countersign_oldest_session_seconds',
      help: 'Age of the oldest session of the installation that is not deleted, without those on legal hold; 0 without sessions. Every worker measures this every 10 s.',
      labelNames: ['hold'] as const,
      registers,
    }),
  };
}

function jobMetrics(registers: Registry[]) {
  return {
    jobClaims: new Counter({
      name: 'countersign_job_claims_total',
      help: 'Claimed jobs, by kind.',
      labelNames: ['kind'] as const,
      registers,
    }),
    jobWaitSeconds: new Histogram({
      name: 'countersign_job_wait_seconds',
      help: 'Time a job was due before it was claimed, by lane.',
      labelNames: ['lane'] as const,
      buckets: [...seconds, 30, 60, 300, 900],
      registers,
    }),
    jobOwners: new Gauge({
      name: 'countersign_job_integrations',
      help: 'Integrations with jobs in progress, by lane.',
      labelNames: ['lane'] as const,
      registers,
    }),
    jobsParked: new Counter({
      name: 'countersign_jobs_parked_total',
      help: 'Jobs parked for the operator, by kind.',
      labelNames: ['kind'] as const,
      registers,
    }),
  };
}

function screeningMetrics(registers: Registry[]) {
  return {
    screenings: new Counter({
      name: 'countersign_screenings_total',
      help: 'Completed screenings, by kind of job and outcome.',
      labelNames: ['kind', 'outcome'] as const,
      registers,
    }),
    screeningSeconds: new Histogram({
      name: 'countersign_screening_search_seconds',
      help: 'Time one search of the watchlists took.',
      buckets: [0.0001, 0.00025, 0.0005, ...seconds],
      registers,
    }),
  };
}

function registryMetrics(registers: Registry[]) {
  return {
    registryCalls: new Counter({
      name: 'countersign_registry_calls_total',
      help: 'Calls to registries, by connector, route, kind of answer and cause.',
      labelNames: ['mode', 'connector', 'route', 'kind', 'cause'] as const,
      registers,
    }),
    registrySeconds: new Histogram({
      name: 'countersign_registry_call_seconds',
      help: 'Time from a call to its result, retries included.',
      labelNames: ['mode', 'route'] as const,
      buckets: [...seconds, 20, 45],
      registers,
    }),
    registryBreaker: new Gauge({
      name: 'countersign_registry_breaker',
      help: 'Whether calls are held back after failures: 0 closed, 0.5 on trial, 1 open.',
      labelNames: ['mode', 'connector', 'route'] as const,
      registers,
    }),
    registryOutage: new Gauge({
      name: 'countersign_registry_outage',
      help: '1 while a live registry is in outage: its calls have been held back for a minute or longer.',
      labelNames: ['connector', 'route'] as const,
      registers,
    }),
    registryDeferrals: new Counter({
      name: 'countersign_registry_deferrals_total',
      help: 'Checks postponed because a registry did not answer, by cause.',
      labelNames: ['registry', 'cause'] as const,
      registers,
    }),
    registryAlerts: new Counter({
      name: 'countersign_registry_alerts_total',
      help: 'Checks of live integrations that ended because the registry is misconfigured, by cause.',
      labelNames: ['registry', 'cause'] as const,
      registers,
    }),
  };
}

function visionMetrics(registers: Registry[]) {
  return {
    visionQueueDepth: new Gauge({
      name: 'countersign_vision_queue_depth',
      help: 'Tasks that wait for a thread that reads pictures, by lane.',
      labelNames: ['lane'] as const,
      registers,
    }),
    visionSeconds: new Histogram({
      name: 'countersign_vision_job_seconds',
      help: 'Time from the request for a picture task to its result, by kind and outcome.',
      labelNames: ['kind', 'outcome'] as const,
      buckets: [...seconds, 20, 30],
      registers,
    }),
    visionWaitSeconds: new Histogram({
      name: 'countersign_vision_wait_seconds',
      help: 'Time a task waited for a thread that reads pictures, by lane.',
      labelNames: ['lane'] as const,
      buckets: [...seconds, 20, 30],
      registers,
    }),
    visionOwners: new Gauge({
      name: 'countersign_vision_integrations',
      help: 'Integrations whose pictures were read recently and that share the threads.',
      registers,
    }),
    visionRestarts: new Counter({
      name: 'countersign_vision_restarts_total',
      help: 'Picture processes that ended or were replaced, by cause.',
      labelNames: ['cause'] as const,
      registers,
    }),
    visionResident: new Gauge({
      name: 'countersign_vision_resident_bytes',
      help: 'Memory of the picture process and its child processes.',
      registers,
    }),
    visionIsolation: new Gauge({
      name: 'countersign_picture_process_isolation',
      help: 'Whether a restriction of the picture process is in force (1) or not (0), as tested at start.',
      labelNames: ['wall'] as const,
      registers,
    }),
  };
}
