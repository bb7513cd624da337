import { createHmac } from 'node:crypto';
import { nameWords, type SessionData, shownNames } from '@countersign/core';
import type { ServiceContext } from '../../context.ts';
import type { DataKey } from '../../encryption/seal.ts';
import type { Vault } from '../../signing/vault.ts';
import type { Tx } from '../../storage/engine/database.ts';
import {
  addSessionNames,
  eraseLeftNames,
  eraseSessionNames,
  listFindings,
  lockUnindexed,
  markNamesIndexed,
  tokenBytes,
} from '../../storage/session/session-names.ts';
import { dataKeyOf, sessionDataOf } from './found-session.ts';
import { openStoredFindings } from './stored-findings.ts';

/** Maximum tokens per session, rarely reached. */
const mostTokens = 96;

type Deriving = Pick<Vault, 'derive'>;

/** A truncated HMAC-SHA-256 of one spelling under a key of the integration. */
function tokenOf(vault: Deriving, integrationId: string, spelling: string): Uint8Array {
  const secret = vault.derive(`session-names:${integrationId}`);
  return createHmac('sha256', secret).update(spelling).digest().subarray(0, tokenBytes);
}

/**
 * Stored tokens by which a session is found by name: one per spelling of every word, unordered.
 * @see docs/decisions/0092-search-sessions-by-keyed-hashes-of-whole-words-of-names.md
 */
export function nameTokens(
  vault: Deriving,
  integrationId: string,
  names: readonly (string | undefined)[],
): Uint8Array[] {
  const spellings = names.flatMap((name) => (name === undefined ? [] : nameWords(name).flat()));
  return [...new Set(spellings)].slice(0, mostTokens).map((each) => tokenOf(vault, integrationId, each));
}

/** Tokens to search for in an integration: for each word of the text the tokens of its spellings, longer words first; empty without a word. */
export const searchTokens = (vault: Deriving, integrationId: string, text: string): Uint8Array[][] =>
  nameWords(text)
    .toSorted((one, other) => (other[0]?.length ?? 0) - (one[0]?.length ?? 0))
    .map((spellings) => spellings.map((each) => tokenOf(vault, integrationId, each)));

/** Names that a client supplied. */
export const suppliedNames = ({ person }: Pick<SessionData, 'person'>): (string | undefined)[] => [
  person.firstName,
  person.lastName,
  person.secondLastName,
  person.fullName,
];

interface Indexed {
  integrationId: string;
  sessionId: string;
}

/** Adds names that were read from a document, in the transaction that stores them. */
export const addNames = (
  { vault }: { vault: Deriving },
  tx: Tx,
  { key, names }: { key: Indexed; names: readonly string[] },
): Promise<void> => addSessionNames(tx, key, nameTokens(vault, key.integrationId, names));

/** Rebuilds a locked session's words from all of its stored data. */
export async function replaceNames(
  { vault }: { vault: Deriving },
  tx: Tx,
  { key, dataKey, data }: { key: Indexed; dataKey: DataKey; data: SessionData },
): Promise<void> {
  const read = (await listFindings(tx, key)).flatMap(({ attemptId, findings }) => {
    const opened = openStoredFindings(dataKey, attemptId, findings);
    return opened === null ? [] : shownNames(opened);
  });
  await eraseSessionNames(tx, key);
  await addSessionNames(tx, key, nameTokens(vault, key.integrationId, [...suppliedNames(data), ...read]));
}

/**
 * Indexes the names of sessions stored by an earlier release, newest first; each portion is a transaction. A session that cannot be
 * opened is reported and not retried. Words left behind by that release when it erased a session are deleted.
 * @returns how many sessions were processed; 0 when there are no more
 */
export const indexNames =
  (ctx: Pick<ServiceContext, 'database' | 'vault' | 'log'>) =>
  (limit: number): Promise<number> =>
    ctx.database.transaction(async (tx) => {
      const sessions = await lockUnindexed(tx, limit);
      for (const session of sessions) {
        const { integrationId, sessionId } = session;
        const key = { integrationId, sessionId };
        try {
          const dataKey = dataKeyOf(ctx.vault, integrationId, { id: sessionId, ...session });
          await replaceNames(ctx, tx, { key, dataKey, data: sessionDataOf(dataKey, session) });
        } catch (error) {
          ctx.log.error({ error, sessionId }, 'names of a session not indexed');
        }
        await markNamesIndexed(tx, key);
      }
      return sessions.length + (await eraseLeftNames(tx, limit));
    });
