import { createHmac } from 'node:crypto';
import { jwtVerify } from 'jose';
import type { Config } from '../config.ts';
import type { Vault } from '../signing/vault.ts';

/** Addresses under which this installation is reached, without a slash at the end. */
export interface Addresses {
  /** `{base_url}` of the API. */
  api: string;
  /** Scheme and authority of the end-user flow. */
  flow: string;
}

/** Derived from host and port where the operator has set none. */
export function addressesOf({
  publicUrl,
  flowUrl,
  host,
  port,
}: Pick<Config, 'publicUrl' | 'flowUrl' | 'host' | 'port'>): Addresses {
  const api = publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return { api, flow: flowUrl ?? new URL(api).origin };
}

const keyOf = (vault: Vault) => vault.derive('session-token');
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const header = base64url({ alg: 'HS256', typ: 'JWT' });

export interface SessionToken {
  sessionId: string;
  /** Seconds since 1970. */
  issuedAt: number;
}

/**
 * The token in a session's URL. It is made on every session creation, where the general library would cost ten times as much.
 * @see spec/contract.md A-28
 */
export function makeSessionToken(vault: Vault, { sessionId, issuedAt }: SessionToken): string {
  const text = `${header}.${base64url({ session_id: sessionId, iat: issuedAt })}`;
  return `${text}.${createHmac('sha256', keyOf(vault)).update(text).digest('base64url')}`;
}

/** What a token says, or `null` for anything this installation did not sign. */
export async function readSessionToken(vault: Vault, token: string): Promise<SessionToken | null> {
  try {
    const { payload } = await jwtVerify(token, keyOf(vault), { algorithms: ['HS256'] });
    const { session_id: sessionId, iat: issuedAt } = payload;
    return typeof sessionId === 'string' && typeof issuedAt === 'number' ? { sessionId, issuedAt } : null;
  } catch {
    return null;
  }
}

/** Members of {@link sessionBody}. */
export interface SessionAnswer extends SessionToken {
  vendorData: string | null;
  endUserId: string | null;
  status: 'created' | 'submitted';
}

/** The answer to session creation and submission. @see spec/contract.md A-27, A-32 */
export function sessionBody({ vault, config }: { vault: Vault; config: Config }, session: SessionAnswer) {
  const token = makeSessionToken(vault, session);
  const { flow } = addressesOf(config);
  return {
    status: 'success' as const,
    verification: {
      id: session.sessionId,
      url: `${flow}/v/${token}`,
      vendorData: session.vendorData,
      endUserId: session.endUserId,
      host: flow,
      status: session.status,
      sessionToken: token,
    },
  };
}
