/** The parts of the running system that the test kit and tools may use. */
export { type RunningService, type ServiceOptions, startService } from './compose.ts';
export { createContext } from './create-context.ts';
export { readConfig } from './runtime/config.ts';
export { createLog } from './runtime/log.ts';
export { Unavailable } from './runtime/unavailable.ts';
export type { ServiceContext } from './context.ts';
export { hmacHex, signatureMatches } from './signing/hmac.ts';
export { type CreatedIntegration, createIntegration } from './usecases/integration/create-integration.ts';
export { type GivenSettings } from './settings/integration-settings.ts';
export { setWebhookUrl } from './usecases/webhook/set-webhook-url.ts';
export { blockFace } from './usecases/session/block-face.ts';
export { assignIntegration } from './usecases/portal/integration/assign-integration.ts';
export { inviteFirst } from './usecases/portal/organisation/invite-person.ts';
export { changeUserStatus } from './usecases/integration/change-user-status.ts';
export { defineUserStatus } from './usecases/integration/define-user-status.ts';
export { addUserStatus } from './usecases/session/add-user-status.ts';
export { removeUserStatus } from './usecases/session/remove-user-status.ts';
