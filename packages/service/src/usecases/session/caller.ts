import type { IntegrationSettings } from '../../settings/integration-settings.ts';

/** The sender of a request: an integration, and the shared secret with which its request was signed. */
export interface Caller {
  integrationId: string;
  /** Id of the secret that verified the request; `null` for an unsigned one. */
  keyId: string | null;
  mode: 'test' | 'live';
  settings: IntegrationSettings;
  /** `flow`: a page of the end-user flow, identified by its bearer. Absent: the public API. */
  surface?: 'flow';
  /** Name of the acting person at the command line; absent elsewhere. */
  operator?: string;
  /** Id of the acting person in the portal; absent elsewhere. */
  portalUser?: string;
}

/**
 * The statement that was to do the work found the caller's key deleted or the integration inactive, and did nothing. The caller is then
 * authenticated again with freshly read keys.
 * @see spec/contract.md A-14
 */
export class StaleCaller extends Error {
  constructor() {
    super('the key that verified the request is gone');
    this.name = 'StaleCaller';
  }
}

/** Name of the caller in the audit log. */
export function actorOf({ keyId, surface, operator, portalUser }: Caller): string {
  if (portalUser !== undefined) return `portal:${portalUser}`;
  if (operator !== undefined) return operatorName(operator);
  if (surface === 'flow') return 'flow';
  return keyId === null ? 'api' : `api:${keyId}`;
}

/** Name of a person at the command line in the audit log; `''` if none was given. */
export const operatorName = (name: string): string => (name === '' ? 'cli' : `cli:${name}`);

/** Whether the actor is an operator without a name. Only their names distinguish two people. */
export const isUnnamedOperator = (actor: string): boolean => actor === operatorName('');
