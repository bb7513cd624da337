/**
 * The whole service in one process, a webhook receiver that verifies signatures, and a client: for tests, the demo and
 * development.
 */
export { type Access, type Answer, ApiClient, type DecisionAnswer } from './api-client.ts';
export { type Fault, type FaultProxy, startFaultProxy } from './fault-proxy.ts';
export { type PostgresCluster, startPostgresCluster } from './postgres-cluster.ts';
export { mountSmallVolume, type SmallVolume } from './small-volume.ts';
export {
  startTestService,
  type TestIntegration,
  type TestService,
  type TestServiceOptions,
} from './test-service.ts';
export { type ReceivedWebhook, startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';
