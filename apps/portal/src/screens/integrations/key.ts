import type { PortalIntegration } from '@countersign/contract';

/** A secret of an integration, without the secret itself. */
export type Key = PortalIntegration['keys'][number];
