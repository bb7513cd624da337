import { createHmac } from 'node:crypto';
import { type PastScreening, pepSanctionMatches, type SessionData } from '@countersign/core';
import type { ServiceContext } from '../../context.ts';
import { type DataKey, unsealJson } from '../../encryption/seal.ts';
import type { Vault } from '../../signing/vault.ts';
import type { Database } from '../../storage/engine/database.ts';
import { findPersonDecision } from '../../storage/session/read-decision.ts';
import { findSession } from '../../storage/session/sessions.ts';
import { listScreenings, listSessionHits } from '../../storage/watchlist/watchlist.ts';
import { dataKeyOf, requireFound, sessionDataOf, type SessionRequest } from '../session/found-session.ts';
import { decryptHit } from './stored-screening.ts';

interface DecidedPerson {
  firstName: string | null;
  lastName: string | null;
  idNumber: string | null;
  dateOfBirth: string | null;
  gender: 'M' | 'F' | null;
  nationality: string | null;
  placeOfBirth: string | null;
}

/**
 * Known data about the person: from the document, otherwise from session creation.
 * @throws StaleCaller, Problem not-found
 * @see spec/contract.md A-58
 */
export const getPerson =
  ({ database, vault }: ServiceContext) =>
  async ({ caller, sessionId }: SessionRequest) => {
    const found = requireFound(await findSession(database, caller, sessionId));
    const dataKey = dataKeyOf(vault, caller.integrationId, found);
    const key = { integrationId: caller.integrationId, sessionId };
    const row = await findPersonDecision(database, key);
    const decided = row && decidedPerson(dataKey, row);
    const screenings = caller.settings.watchlistScreening ? await pastScreenings(database, dataKey, key) : [];
    return {
      status: 'success' as const,
      person: {
        ...personBody(personId(vault, sessionId), sessionDataOf(dataKey, found), decided),
        pepSanctionMatches: pepSanctionMatches(screenings),
      },
    };
  };

const decidedPerson = (
  dataKey: DataKey,
  { decisionId, body }: { decisionId: string; body: Uint8Array },
): DecidedPerson =>
  unsealJson<{ verification: { person: DecidedPerson } }>(dataKey, `decision:${decisionId}`, body)
    .verification.person;

async function pastScreenings(
  database: Database,
  dataKey: DataKey,
  key: { integrationId: string; sessionId: string },
): Promise<PastScreening[]> {
  const screenings = await listScreenings(database, key);
  const rows = screenings.some(({ totalHits }) => totalHits > 0) ? await listSessionHits(database, key) : [];
  return screenings.flatMap(({ attemptId, totalHits, screenedAt }) => {
    if (screenedAt === null) return [];
    const hits = rows.filter((row) => row.attemptId === attemptId).map((row) => decryptHit(dataKey, row));
    return [{ totalHits, createdAt: screenedAt, hits }];
  });
}

function personBody(id: string, { person }: SessionData, decided: DecidedPerson | null) {
  return {
    id,
    firstName: decided?.firstName ?? person.firstName ?? null,
    lastName: decided?.lastName ?? person.lastName ?? null,
    idCode: decided?.idNumber ?? person.idNumber ?? null,
    dateOfBirth: decided?.dateOfBirth ?? person.dateOfBirth ?? null,
    gender: decided?.gender ?? person.gender ?? null,
    nationality: decided?.nationality ?? null,
    placeOfBirth: decided?.placeOfBirth ?? null,
    citizenships: [] as string[],
  };
}

/** A version 4 UUID that is constant for the session and reveals nothing about it. */
function personId(vault: Vault, sessionId: string): string {
  const bytes = createHmac('sha256', vault.derive('person-id')).update(sessionId).digest();
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}
