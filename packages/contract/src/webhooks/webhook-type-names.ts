/** Types of webhooks, each with a URL of its own, in the contract's order. @see spec/contract.md A-84 */
export const webhookTypeNames = [
  'decision',
  'event',
  'watchlist-screening',
  'user-defined-status',
  'full-auto',
  'ine-registry',
  'curp-registry',
  'ine-curp-registry',
] as const;

export type WebhookTypeName = (typeof webhookTypeNames)[number];
