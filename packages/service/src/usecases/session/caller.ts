import type { IntegrationSettings } from '../../settings/integration-settings.ts';

/** The sender of a request: an integration, and the shared secret its request was signed with. */
export interface Caller {
  integrationId: string;
  /** Id of the secret that verified the request; `null` for an unsigned one. */
  keyId: string | null;
  mode: 'test' | 'live';
  settings: IntegrationSettings;
  /** `flow`: a page of the end-user flow, known by its bearer. Absent: the public API. */
  surface?: 'flow';
}

/**
 * The statement that did the work found the caller's key deleted or the integration inactive, and did nothing. The caller is
 * authenticated anew with fresh keys.
 * @see spec/contract.md A-14
 */
export class StaleCaller extends Error {
  constructor() {
    super('the key that verified the request is gone');
    this.name = 'StaleCaller';
  }
}

/** Name of the caller in the audit log. */
export const actorOf = ({ keyId, surface }: Caller): string =>
  surface === 'flow' ? 'flow' : keyId === null ? 'api' : `api:${keyId}`;
