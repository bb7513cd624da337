import { createHash } from 'node:crypto';
import {
  type PortalCheckSignature,
  type PortalRecoverable,
  type PortalRecovered,
  type PortalRecoverRequest,
  type PortalSignatureChecked,
  webhookMessageHead,
} from '@countersign/contract';
import { explainSignature, findFittingKey } from '../../../signing/explain-signature.ts';
import type { SecretKey } from '../../../signing/key-ring.ts';
import type { SignedMessage } from '../../../signing/mistaken-bytes.ts';
import { listKeys } from '../../integration/list-keys.ts';
import { countRecoverable, recoverWebhooks } from '../../webhook/recover-webhooks.ts';
import type { PortalContext } from '../portal-context.ts';
import { notFound, PortalRefused } from '../portal-refused.ts';
import { requireIntegration, requireMay, type Viewer } from '../viewer.ts';

/** Counts failures since a given time. @throws PortalRefused not-found, not-allowed */
export const countFailedWebhooks =
  (ctx: PortalContext) =>
  (viewer: Viewer, integrationId: string, since: string): Promise<PortalRecoverable> => {
    requireMay(viewer, 'read-webhooks', requireIntegration(viewer, integrationId));
    return countRecoverable(ctx)({ integrationId, since });
  };

/** Resends part of what failed in a period. @throws PortalRefused not-found, not-allowed */
export const recoverFailedWebhooks =
  (ctx: PortalContext) =>
  (viewer: Viewer, integrationId: string, time: PortalRecoverRequest): Promise<PortalRecovered> => {
    requireMay(viewer, 'manage-webhooks', requireIntegration(viewer, integrationId));
    return recoverWebhooks(ctx)({ integrationId, ...time, actor: viewer.actor });
  };

/**
 * Compares a signature with a body under the keys of an integration; the answer contains no secret and no other signature, and
 * nothing is stored.
 * @throws PortalRefused not-found, not-allowed, invalid
 */
export const checkSignature =
  (ctx: PortalContext) =>
  async (
    viewer: Viewer,
    integrationId: string,
    { body, signature, keyId, webhookId, timestamp }: PortalCheckSignature,
  ): Promise<PortalSignatureChecked> => {
    requireMay(viewer, 'read-webhooks', requireIntegration(viewer, integrationId));
    if ((webhookId === null) !== (timestamp === null))
      throw new PortalRefused('invalid', 'timestamp: must be given together with webhookId', {
        member: 'timestamp',
      });
    const secrets = (await ctx.keyRing.ofIntegration(integrationId))?.secrets ?? [];
    const chosen = secrets.find(({ id, isMaster }) => (keyId === null ? isMaster : id === keyId));
    if (!chosen) throw notFound();
    const message = messageOf(body, { webhookId, timestamp });
    const named = await listKeys(ctx)({ integrationId });
    const labelOf = ({ id }: SecretKey) => named.find((key) => key.keyId === id)?.label ?? id;
    const ordered = [chosen, ...secrets.filter((each) => each !== chosen)];
    const explained = explain(message, signature, ordered);
    return { ...explained, key: explained.key && labelOf(explained.key), ...described(message.bytes) };
  };

function messageOf(
  body: string,
  { webhookId, timestamp }: Pick<PortalCheckSignature, 'webhookId' | 'timestamp'>,
): SignedMessage {
  if (webhookId === null || timestamp === null) return { kind: 'body', bytes: Buffer.from(body) };
  return { kind: 'webhook', bytes: Buffer.from(webhookMessageHead(webhookId, Number(timestamp)) + body) };
}

/** Longer bodies are compared without searching for mistakes, which takes hundreds of digests. */
const longestExplained = 65_536;
/** Shorter texts are not accepted: if parts of a signature could be checked, it could be guessed part by part. */
const shortestSignature = 32;

type Explained = Pick<PortalSignatureChecked, 'result' | 'mistakes' | 'causes' | 'fix'> & {
  key: SecretKey | null;
};

/** @param ordered the chosen key first; mistakes are searched for this key only */
function explain(message: SignedMessage, header: string, ordered: readonly SecretKey[]): Explained {
  const secrets = ordered.map(({ secret }) => secret);
  const signatures = header.split(/\s+/).filter(({ length }) => length >= shortestSignature);
  const places = signatures.flatMap((signature) => findFittingKey(message, { signature, secrets }) ?? []);
  if (places.length > 0) {
    const place = Math.min(...places);
    const result = place === 1 ? 'fits' : 'other-key';
    return { result, key: ordered[place - 1] ?? null, mistakes: [], causes: [], fix: null };
  }
  const [signature] = signatures;
  const isExplained = signature !== undefined && message.bytes.length <= longestExplained;
  const found = isExplained ? explainSignature(message, { signature, secrets: secrets.slice(0, 1) }) : null;
  const explanation = (found?.fits === null ? found.explanation : null) ?? {
    mistakes: [],
    causes: [],
    fix: null,
  };
  return { result: 'does-not-fit', key: null, ...explanation };
}

/** Length and digest of the exact bytes, plus their beginning and end, which makes white space visible. */
function described(bytes: Uint8Array) {
  const hex = (part: Uint8Array) =>
    Buffer.from(part)
      .toString('hex')
      .replaceAll(/(..)(?=.)/g, '$1 ');
  return {
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    firstBytes: hex(bytes.subarray(0, 4)),
    lastBytes: hex(bytes.subarray(-4)),
  };
}
