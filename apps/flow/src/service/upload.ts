import {
  type FlowCaptureFacts,
  type FlowContext,
  flowLimits,
  type FlowUploadAnswer,
} from '@countersign/contract';
import type { Call, Connection } from './connection.ts';
import { sha256Hex } from './digest.ts';
import { Refusal } from './refusal.ts';

/** A picture or film to upload. */
export interface Material {
  context: FlowContext | 'film';
  bytes: Blob;
  origin: 'camera' | 'file';
  facts: FlowCaptureFacts;
  /** The challenge of a film; otherwise `null`. */
  challenge: string | null;
}

const leastPartBytes = 32 * 1024;
/** Target duration of a part: short enough to lose little, long enough to justify its overhead. */
const partMs = 2_000;
/** How often an upload can start over because its bytes arrived damaged or the service forgot it. */
const beginnings = 3;

/** Size of the next part, from the duration of the last one. */
function nextPartBytes(bytes: number, ms: number): number {
  const wanted = (bytes / Math.max(1, ms)) * partMs;
  return Math.round(Math.min(flowLimits.maximumPartBytes, Math.max(leastPartBytes, wanted)));
}

/** Whether an upload has to start over: the service forgot it, or its digest was wrong. */
const beginAgain = (error: unknown) =>
  error instanceof Refusal && (error.code === 'digest-wrong' || error.code === 'not-found');

/**
 * Sends a picture or film in parts, resuming after losses.
 * @param onProgress share of the bytes that have arrived, 0 to 1
 * @returns the medium; `null` for films
 * @throws Refusal `picture-type`, `too-large`, `film-invalid`, `state-changed`, …
 */
export async function upload(
  connection: Connection,
  material: Material,
  onProgress: (share: number) => void,
): Promise<string | null> {
  const sha256 = await sha256Hex(material.bytes);
  for (let beginning = 1; ; beginning += 1) {
    try {
      const { context, bytes, origin, facts, challenge } = material;
      const opened = await connection.sendJson<FlowUploadAnswer>({
        method: 'POST',
        path: '/uploads',
        body: { context, size: bytes.size, sha256, origin, facts, challenge },
      });
      return await sendParts(connection, { opened, bytes, onProgress });
    } catch (error) {
      if (!beginAgain(error) || beginning === beginnings) throw error;
    }
  }
}

interface Parts {
  opened: FlowUploadAnswer;
  bytes: Blob;
  onProgress: (share: number) => void;
}

async function sendParts(
  connection: Connection,
  { opened, bytes, onProgress }: Parts,
): Promise<string | null> {
  let at = opened;
  let partBytes = opened.partBytes;
  while (!at.complete) {
    onProgress(at.offset / bytes.size);
    const startedAt = performance.now();
    const { offset } = at;
    at = await sendPart(connection, { id: opened.id, bytes, offset, partBytes });
    if (at.offset > offset) partBytes = nextPartBytes(at.offset - offset, performance.now() - startedAt);
  }
  onProgress(1);
  return at.mediaId;
}

interface Part {
  id: string;
  bytes: Blob;
  offset: number;
  partBytes: number;
}

async function sendPart(connection: Connection, part: Part): Promise<FlowUploadAnswer> {
  const { id, bytes } = part;
  const path = `/uploads/${id}`;
  const patch = (offset: number): Call => ({
    method: 'PATCH',
    path,
    bytes: bytes.slice(offset, Math.min(bytes.size, offset + part.partBytes)),
    headers: { 'upload-offset': String(offset) },
    // After a loss it is unknown whether the part arrived: the service's offset decides.
    again: async () => patch(await offsetOf(connection, { path, size: bytes.size, otherwise: offset })),
  });
  try {
    return await connection.sendJson<FlowUploadAnswer>(patch(part.offset));
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'offset-wrong') throw error;
    return connection.sendJson<FlowUploadAnswer>(
      patch(await offsetOf(connection, { path, size: bytes.size, otherwise: part.offset })),
    );
  }
}

/** Number of bytes that the service has. For a complete upload, an empty part at its end returns the medium again. */
async function offsetOf(
  connection: Connection,
  { path, size, otherwise }: { path: string; size: number; otherwise: number },
): Promise<number> {
  const answer = await connection.send({ method: 'HEAD', path });
  const offset = Number(answer.headers.get('upload-offset') ?? Number.NaN);
  return Number.isSafeInteger(offset) && offset >= 0 && offset <= size ? offset : otherwise;
}
