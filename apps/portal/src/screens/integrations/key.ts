import type { PortalIntegration } from '@countersign/contract';

/** Metadata of an integration's secret, without the secret itself. */
export type Key = PortalIntegration['keys'][number];
