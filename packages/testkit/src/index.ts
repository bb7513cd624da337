/** The whole service in one process, a receiver that verifies, and a client: for tests, the demo and development. */
export { type Access, type Answer, ApiClient, type DecisionAnswer } from './api-client.ts';
export {
  startTestService,
  type TestIntegration,
  type TestService,
  type TestServiceOptions,
} from './test-service.ts';
export {
  type Behaviour,
  type ReceivedWebhook,
  startWebhookReceiver,
  type WebhookReceiver,
} from './webhook-receiver.ts';
