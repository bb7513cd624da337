export { CountersignClient, type Decision, type Media, type MediaFile, type WaitOptions } from './client.ts';
export { isLaterDecision, type OrderedDecision } from './decision-order.ts';
export {
  AnswerSignatureError,
  ApiError,
  ConnectionError,
  CountersignError,
  type RefusalDetails,
  WebhookError,
  type WebhookProblem,
} from './errors.ts';
export type { MediaContent } from './media.ts';
export type { CallOptions, ClientOptions } from './request.ts';
export { standardWebhooksSecret } from './signature.ts';
export {
  type IncomingHeaders,
  type IncomingWebhook,
  readWebhook,
  type VerifyOptions,
  verifyWebhook,
  type Webhook,
  type WebhookBody,
  type WebhookTypeName,
} from './webhooks.ts';
export type * from './wire.ts';
