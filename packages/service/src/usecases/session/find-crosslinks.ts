import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Crosslinks, descriptorOf, faceDistance, type LinkedSession } from '@countersign/core';
import type { FaceTraces } from '@countersign/findings';
import type { ServiceContext } from '../../context.ts';
import { unsealWith } from '../../encryption/seal.ts';
import { listBlockedFaces } from '../../storage/session/blocked-faces.ts';
import { openOperatorEntry } from '../../storage/operator/operator-entries.ts';
import {
  type LinkedFacesRow,
  type LinkedSessionRow,
  listLinkedFaces,
  listLinkedSessions,
  type SessionLinkRow,
} from '../../storage/session/session-links.ts';
import { blockedFaceContext, blockedFaceKey } from './block-face.ts';
import {
  type LinkedData,
  namesDiffer,
  decryptLinkedData,
  decryptLinkedFaces,
  valuesDiffer,
} from './session-traces.ts';

type Parts = Pick<ServiceContext, 'database' | 'vault'>;

/** Number of newest sessions whose faces are compared; opening one costs about 20 µs. */
const facesCompared = 100_000;
const facesPerPage = 250;
/** Maximum linked sessions that are examined in full. */
const sessionsKept = 200;

export interface CrosslinkQuery {
  link: SessionLinkRow & { facts: LinkedData };
  faces: FaceTraces | null;
  /** Searches earlier sessions. */
  sessions: boolean;
  /** Searches the operator's blocked faces. */
  blocklist: boolean;
}

/** Finds sessions of the same integration with the same face, document, number or picture, and blocked faces. */
export async function findCrosslinks(
  parts: Parts,
  query: CrosslinkQuery,
): Promise<Omit<Crosslinks, 'attempts'>> {
  return {
    sessions: query.sessions ? await findSessions(parts, query) : [],
    blocklisted:
      query.blocklist && query.faces !== null ? await isBlocked(parts, query.link, query.faces) : false,
  };
}

async function findSessions(parts: Parts, { link, faces }: CrosslinkQuery): Promise<LinkedSession[]> {
  const byFace = faces === null ? new Map<string, FaceLink>() : await findFaces(parts, link, faces);
  const rows = await listLinkedSessions(parts.database, {
    link,
    sessionIds: [...byFace.keys()],
    limit: sessionsKept,
  });
  return rows.map((row) => linkedSession(parts, { row, link, face: byFace.get(row.sessionId) ?? noFace }));
}

interface FaceLink {
  face: LinkedSession['face'];
  portrait: boolean;
}
const noFace: FaceLink = { face: null, portrait: false };

/** Compares the faces with those of earlier sessions, page by page, yielding to other work in between. */
async function findFaces(
  { database, vault }: Parts,
  { integrationId, sessionId }: SessionLinkRow,
  own: FaceTraces,
): Promise<Map<string, FaceLink>> {
  const found = new Map<string, FaceLink>();
  const compare = comparison(own);
  let before: LinkedFacesRow | null = null;
  for (let compared = 0; compared < facesCompared; compared += facesPerPage) {
    const rows: LinkedFacesRow[] = await listLinkedFaces(database, {
      integrationId,
      sessionId,
      model: own.model,
      before,
      limit: facesPerPage,
    });
    for (const row of rows) {
      const dataKey = vault.openDataKey({ integrationId, ...keyOf(row) });
      const link = compare(decryptLinkedFaces(dataKey, row.sessionId, row.faces));
      if (link.face !== null || link.portrait) found.set(row.sessionId, link);
    }
    before = rows.at(-1) ?? null;
    if (rows.length < facesPerPage) break;
    await nextTurn();
  }
  return found;
}

const keyOf = ({
  sessionId,
  dataKey,
  kekVersion,
}: Pick<LinkedFacesRow, 'sessionId' | 'dataKey' | 'kekVersion'>) => ({
  sessionId,
  wrapped: dataKey,
  kekVersion,
});

/** Persons are compared with persons, and portraits with portraits. */
function comparison({ metric, distances, selfie, portrait }: FaceTraces) {
  const [ownSelfie, ownPortrait] = [selfie, portrait].map((face) =>
    face === null ? null : descriptorOf(face),
  );
  const distance = (mine: Float32Array | null | undefined, other: string | null) =>
    mine && other !== null ? faceDistance(metric, mine, descriptorOf(other)) : Infinity;
  return (other: { selfie: string | null; portrait: string | null }): FaceLink => {
    const apart = distance(ownSelfie, other.selfie);
    return {
      face: isWithin(apart, distances.same) ? 'same' : isWithin(apart, distances.alike) ? 'alike' : null,
      portrait: isWithin(distance(ownPortrait, other.portrait), distances.same),
    };
  };
}

/** `null`: no face matches. */
const isWithin = (apart: number, most: number | null): boolean => most !== null && apart <= most;

interface Linked {
  row: LinkedSessionRow;
  link: CrosslinkQuery['link'];
  face: FaceLink;
}

function linkedSession({ vault }: Parts, { row, link, face }: Linked): LinkedSession {
  const dataKey = vault.openDataKey({ integrationId: link.integrationId, ...keyOf(row) });
  const other = decryptLinkedData(dataKey, row.sessionId, row.data);
  const own = link.facts;
  const otherEndUser = valuesDiffer(endUserOf(own), endUserOf(other));
  return {
    sessionId: row.sessionId,
    status: row.status,
    reasonCode: row.reasonCode,
    agreedFraud: row.agreedFraud,
    ...face,
    document: row.sameDocument,
    personalNumber: row.samePersonal,
    picture: row.samePicture,
    sameEndUser: otherEndUser === null ? null : !otherEndUser,
    namesDiffer: namesDiffer(own.name, other.name),
    birthDatesDiffer: valuesDiffer(own.birthDate, other.birthDate),
    suppliedNamesDiffer: namesDiffer(own.suppliedName, other.suppliedName),
    recent: row.recent,
  };
}

/** The same UUID, regardless of letter case. */
const endUserOf = ({ endUserId }: LinkedData): string | null => endUserId?.toLowerCase() ?? null;

/**
 * Whether the face is blocked. Descriptors of different models are not comparable: if there are blocked faces from another
 * model, the operator gets an alert.
 */
async function isBlocked(
  { database, vault }: Parts,
  { integrationId }: SessionLinkRow,
  own: FaceTraces,
): Promise<boolean> {
  const { selfie, metric, model, distances } = own;
  if (selfie === null) return false;
  const mine = descriptorOf(selfie);
  const key = blockedFaceKey(vault, integrationId);
  const blocked = await listBlockedFaces(database, integrationId);
  const incomparable = new Set(blocked.map((entry) => entry.model).filter((other) => other !== model));
  for (const other of incomparable) {
    const cause = `blocked faces of ${other} are not compared with sessions of ${model}: remove them, and block newer sessions`;
    await openOperatorEntry(database, { integrationId, kind: 'blocklist_unusable', cause });
  }
  const comparable = blocked.filter((entry) => entry.model === model);
  return comparable.some(({ id, face }) => {
    const theirs = unsealWith(key, blockedFaceContext(id), face).toString('utf8');
    return isWithin(faceDistance(metric, mine, descriptorOf(theirs)), distances.same);
  });
}
