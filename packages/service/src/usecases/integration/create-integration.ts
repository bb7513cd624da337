import { randomUUID } from 'node:crypto';
import { requireBrandTexts } from '../../settings/brand-texts.ts';
import { type GivenSettings, settingsOf } from '../../settings/integration-settings.ts';
import type { ServiceContext } from '../../context.ts';
import { type Installation, refuseUnsupported } from '../../settings/unsupported-settings.ts';
import { newSecret } from '../../signing/new-secret.ts';
import { followKeyInForce } from '../../signing/vault.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import { reserveName } from '../../storage/integration/integration-names.ts';
import { insertIntegration } from '../../storage/integration/integrations.ts';
import { isDefaultSuspended } from '../../storage/portal/suspensions.ts';
import { insertSharedSecret } from '../../storage/integration/shared-secrets.ts';

export interface CreateIntegration {
  /** For people; shown in lists. */
  name: string;
  /** Permanent. @see spec/contract.md A-102 */
  mode: 'test' | 'live';
  /** Settings that differ from the mode's defaults. */
  settings?: GivenSettings;
  /** The installation's optional parts, so that settings it cannot fulfil are rejected; absent: all of them. @see spec/contract.md A-135 */
  installation?: Installation;
  /** Shares an existing API key with another integration. @see spec/contract.md A-12 */
  apiKey?: string;
  /** Rejects a name that another integration has, ignoring case. */
  uniqueName?: boolean;
  /** Who did it, for the audit log. */
  actor: string;
}

/** A new integration with its first key. */
export interface CreatedIntegration {
  integrationId: string;
  apiKey: string;
  keyId: string;
  /** Shown only once; no other call returns it again. */
  secret: string;
}

/** The organisation of the new integration is suspended. */
export class OrganisationSuspended extends Error {
  override name = 'OrganisationSuspended';

  constructor() {
    super(
      'organisation: must not be suspended when an integration is created; "portal resume" ends the suspension',
    );
  }
}

/**
 * Creates an integration in the default organisation, with one shared secret, its master.
 * @throws Error naming a wrong setting; NameTaken, OrganisationSuspended
 * @see spec/contract.md
 */
export const createIntegration =
  ({ database, vault, keyRing }: Pick<ServiceContext, 'database' | 'vault' | 'keyRing'>) =>
  async (input: CreateIntegration): Promise<CreatedIntegration> => {
    const { name, mode, settings = {}, actor } = input;
    refuseUnsupported(settingsOf(mode, settings), input.installation ?? null);
    requireBrandTexts(settings.branding);
    const created = {
      integrationId: randomUUID(),
      apiKey: (input.apiKey ?? randomUUID()).toLowerCase(),
      keyId: randomUUID(),
      secret: newSecret(),
    };
    const { integrationId, apiKey, keyId, secret } = created;
    await followKeyInForce(database, vault);
    await database.transaction(async (tx) => {
      if (await isDefaultSuspended(tx)) throw new OrganisationSuspended();
      if (input.uniqueName) await reserveName(tx, { name, own: integrationId });
      await insertIntegration(tx, { id: integrationId, name, mode, apiKey, settings });
      const sealed = vault.sealSecret({ integrationId, keyId }, secret);
      await insertSharedSecret(tx, { integrationId, id: keyId, label: 'first', isMaster: true, ...sealed });
      await insertAudit(tx, {
        integrationId,
        actor,
        action: 'create-integration',
        sessionId: null,
        details: { mode },
      });
    });
    keyRing.forget();
    return created;
  };
