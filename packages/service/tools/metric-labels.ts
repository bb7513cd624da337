// The values of the labels of metrics, held by the compiler against the types of what the service counts.
import {
  decisionStatuses,
  endpoints,
  flowContexts,
  type FlowVerdict,
  webhookTypeNames,
} from '@countersign/contract';
import { rejectedInputs, type RegistryResult, technicalCauses, unavailableCauses } from '@countersign/core';
import type { ConnectorSettings } from '@countersign/registries';
import type { FlowRouteName } from '../src/http/flow/flow-routes.ts';
import type { DecisionKind } from '../src/storage/session/decisions.ts';
import type { FinishedDelivery } from '../src/storage/webhook/deliveries.ts';
import type { JobKind, JobLaneName, RegistryJobKind } from '../src/storage/job/jobs.ts';
import type { ExportOutcome } from '../src/storage/portal/session-exports.ts';
import type { RegistryName } from '../src/storage/registry/registry-checks.ts';
import { layers, walls } from '../src/vision/sandbox/walls.ts';
import type { HandoffStep } from '../src/usecases/flow/flow-handoff.ts';
import type { EndCause } from '../src/vision/vision-child.ts';
import { queueNames } from '../src/vision/vision-queues.ts';
import type { VisionOutcome } from '../src/vision/vision-scheduler.ts';
import type { RenewCause } from '../src/vision/vision-supervisor.ts';
import type { VisionTask } from '../src/vision/vision-tasks.ts';
import type { ScreeningOutcome } from '../src/workers/watchlist/screen-session.ts';

/** Every member of a union: one that is missing or too many does not compile. */
const valuesOf = <T extends string>(values: Readonly<Record<T, true>>): readonly T[] =>
  Object.keys(values) as T[];

const flowRoutes = valuesOf<FlowRouteName>({
  'flow-enter': true,
  'flow-state': true,
  'flow-start': true,
  'flow-document': true,
  'flow-open-upload': true,
  'flow-append': true,
  'flow-upload-offset': true,
  'flow-verdict': true,
  'flow-preview': true,
  'flow-accept': true,
  'flow-challenge': true,
  'flow-fields': true,
  'flow-submit': true,
  'flow-take-over': true,
  'flow-offer-handoff': true,
  'flow-withdraw-handoff': true,
  'flow-claim-handoff': true,
  'flow-confirm-handoff': true,
  'flow-leave': true,
});

/** `none`: no route of the interface, such as a page or a wrong path. */
export const routes = [...endpoints.map(({ name }) => name), ...flowRoutes, 'none'];

export const limits = ['all', 'address', 'descriptors'] as const;
export const signatureReasons = ['mismatch'] as const;
export const uploadContexts = [...flowContexts, 'film'];
export const uploadOutcomes = ['complete', 'refused'] as const;
export const directories = ['data', 'blobs', 'screening'] as const;
export const backupStates = ['written', 'verified'] as const;
export { backupFaults } from '../src/usecases/operator/backup-state.ts';
export const holds = ['yes', 'no'] as const;

export const handoffSteps = valuesOf<HandoffStep>({
  claimed: true,
  confirmed: true,
  missed: true,
  'taken-back': true,
  stopped: true,
  alone: true,
});

export const verdictResults = [
  ...valuesOf<FlowVerdict['result']>({ ok: true, warn: true, fail: true, unknown: true }),
  'late',
];

export const decisionStatus = [...decisionStatuses];

export const decisionKinds = valuesOf<DecisionKind>({
  automatic: true,
  human: true,
  timeout: true,
  lifetime: true,
});

export const deliveryOutcomes = valuesOf<FinishedDelivery['outcome']>({
  delivered: true,
  failed: true,
  withdrawn: true,
});

export const webhooks = [...webhookTypeNames];

export const exportOutcomes = valuesOf<ExportOutcome>({
  done: true,
  cancelled: true,
  'too-many-rows': true,
  'failed-repeatedly': true,
});

export const queues = [
  'jobs-ready',
  'jobs-waiting',
  'jobs-leased',
  'jobs-parked',
  'registry-retries',
  'webhooks-due',
  'operator-entries',
] as const;
export const agingQueues = ['jobs-ready', 'webhooks-due', 'submissions'] as const;

const registryJobs = valuesOf<RegistryJobKind>({
  'check-br': true,
  'check-mx': true,
  'check-co': true,
  'check-us': true,
  'query-mx': true,
  'check-br-test': true,
  'check-mx-test': true,
  'check-co-test': true,
  'check-us-test': true,
  'query-mx-test': true,
});

export const jobKinds: readonly JobKind[] = [
  ...valuesOf<Exclude<JobKind, RegistryJobKind>>({
    'verify-session': true,
    'judge-picture': true,
    'screen-session': true,
    'monitor-session': true,
    'erase-session': true,
  }),
  ...registryJobs,
];

export const jobLanes: readonly JobLaneName[] = [
  ...jobKinds,
  ...valuesOf<Exclude<JobLaneName, JobKind>>({ 'verify-quick': true, 'verify-alone': true }),
];

export const screeningKinds = ['screen-session', 'monitor-session'] as const satisfies JobKind[];

export const screeningOutcomes = valuesOf<ScreeningOutcome>({
  hits: true,
  'no-hits': true,
  changed: true,
  unchanged: true,
  'not-wanted': true,
});

export const modes = ['live', 'test'] as const;

export const connectors = valuesOf<ConnectorSettings['connector']>({
  datavalid: true,
  'ine-json': true,
  'renapo-json': true,
  'nominal-json': true,
  'ani-json': true,
  'http-generic': true,
});

export const registries = valuesOf<RegistryName>({
  br: true,
  mx: true,
  co: true,
  us: true,
  'mx-curp': true,
  'mx-voter-list': true,
});

export const answerKinds = valuesOf<RegistryResult<unknown>['kind']>({
  answered: true,
  not_found: true,
  rejected: true,
  unavailable: true,
  technical: true,
});

export const callCauses = [...unavailableCauses, ...technicalCauses, ...rejectedInputs, 'none'];
export const deferralCauses = [...unavailableCauses];
/** Those that only the operator can mend. */
export const alertCauses = ['auth', 'config', 'bad_signature', 'unsupported'] as const;

export const visionLanes = [...queueNames];

export const visionKinds = valuesOf<VisionTask['kind']>({
  inspect: true,
  judge: true,
  'prepare-selfie': true,
  'compare-faces': true,
});

export const visionOutcomes = valuesOf<VisionOutcome>({
  done: true,
  busy: true,
  killed: true,
  late: true,
  starved: true,
  'too-slow': true,
  interrupted: true,
  failed: true,
});

export const restartCauses = valuesOf<Exclude<EndCause, 'closed'> | RenewCause>({
  crashed: true,
  invalid: true,
  deadline: true,
  memory: true,
  start: true,
  broken: true,
  grown: true,
  recycled: true,
});

export const isolationWalls = [...walls, ...layers];
export const collections = ['major', 'minor', 'incremental', 'weakcb'] as const;
