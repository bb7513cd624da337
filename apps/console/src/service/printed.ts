// Types of the output of verbs, as far as the console shows it.

/** An entry of `alerts list`. */
export interface PrintedAlert {
  /** `null` for pending work and faults of backups, which close when they are resolved. */
  id: string | null;
  integrationId: string | null;
  kind: string;
  cause: string;
  sessionId: string | null;
  createdAt: string;
  resolvedAt: string | null;
}

/** An entry of `job list`. */
export interface PrintedJob {
  id: string;
  integrationId: string;
  kind: string;
  sessionId: string;
  cause: string | null;
  claims: number;
  parkedAt: string;
}

/** An entry of `integration list`. */
export interface PrintedIntegration {
  integrationId: string;
  name: string;
  mode: 'test' | 'live';
  apiKey: string;
  active: boolean;
  createdAt: string;
}

/** An entry of `webhooks backlog`. */
export interface PrintedBacklog {
  integrationId: string;
  type: string;
  url: string;
  state: 'ok' | 'failing' | 'paused';
  failures: number;
  waiting: number;
  oldestSeconds: number;
  pausedAt: string | null;
  nextProbeAt: string | null;
}

/** An entry of `job queues`. */
export interface PrintedQueue {
  kind: string;
  ready: number;
  leased: number;
  later: number;
  parked: number;
  oldestSeconds: number;
}

/** An entry of `session stuck`. */
export interface PrintedStuck {
  integrationId: string;
  sessionId: string;
  status: string;
  cause: string;
  detail: string | null;
  since: string;
  seconds: number;
}

/** Output of `lists status`. */
export interface PrintedLists {
  snapshot: string | null;
  builtAt: string | null;
  alarm: boolean;
  reasons: string[];
  sources: {
    source: string;
    state: 'ok' | 'warning' | 'alarm';
    version: string;
    published: string | null;
    loaded: string | null;
    age: string | null;
    entities: number;
    names: number;
    rejects: number;
    error: string | null;
  }[];
}

/** An entry of `backups list`. */
export interface PrintedBackup {
  id: string;
  directory: string;
  release: string;
  bytes: number | null;
  error: string | null;
  endedAt: string;
  verifiedAt: string | null;
}

/** An entry of `reports list`. */
export interface PrintedReport {
  integrationId: string;
  sessionId: string;
  reportedAt: string;
  status: string;
}

/** An entry of `system show`. */
export interface PrintedPart {
  part: string;
  state: 'ok' | 'info' | 'warning' | 'fault';
  detail: string;
}
