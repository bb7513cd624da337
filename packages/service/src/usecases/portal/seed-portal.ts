import { randomBytes, randomUUID } from 'node:crypto';
import type { ServiceContext } from '../../context.ts';
import { createPasswordHasher } from '../../signing/password-hasher.ts';
import { insertOrganisationAudit } from '../../storage/portal/organisation-audit.ts';
import { findOrMakeOrganisation } from '../../storage/portal/organisations.ts';
import { findUserByEmail, insertUser, setPasswordHash } from '../../storage/portal/portal-users.ts';
import { portalUrlOf } from './portal-context.ts';

/** How to sign in to the portal of a development installation. */
export interface PortalAccount {
  portalUrl: string;
  portalEmail: string;
  portalPassword: string;
}

const email = 'owner@example.com';

/**
 * An owner of the organisation that has the development integration, without one-time codes. Development only.
 * @param known password of an earlier start; unchanged while its account exists
 */
export const seedPortal =
  (ctx: Pick<ServiceContext, 'config' | 'database'>) =>
  async (known: string | null): Promise<PortalAccount> => {
    const { config, database } = ctx;
    if (config.environment !== 'development') throw new Error('only a development start makes an owner');
    const portalUrl = portalUrlOf(config);
    const there = await findUserByEmail(database, email);
    if (there !== null && known !== null) return { portalUrl, portalEmail: email, portalPassword: known };
    const portalPassword = randomBytes(15).toString('base64url');
    const passwords = createPasswordHasher();
    const passwordHash = await passwords.hash(portalPassword);
    await passwords.close();
    await database.transaction(async (tx) => {
      if (there !== null) return setPasswordHash(tx, { userId: there.id, passwordHash });
      const { id: organisationId } = await findOrMakeOrganisation(tx, 'Development');
      await insertUser(tx, {
        id: randomUUID(),
        organisationId,
        email,
        name: 'Development Owner',
        language: 'en',
        role: 'owner',
        integrations: null,
        grantReveal: true,
        passwordHash,
        totpWaived: true,
      });
      return insertOrganisationAudit(tx, { organisationId, actor: 'development-start', action: 'add-owner' });
    });
    return { portalUrl, portalEmail: email, portalPassword };
  };
