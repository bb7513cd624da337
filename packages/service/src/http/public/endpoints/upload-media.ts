import { createHash, type Hash } from 'node:crypto';
import {
  isUuid4,
  limits,
  parseStrictJson,
  parseUploadMedia,
  Problem,
  type UploadMedia,
} from '@countersign/contract';
import type { SecretKey } from '../../../signing/key-ring.ts';
import type { StagedMedia } from '../../../usecases/session/stage-media.ts';
import type { PublicUseCases } from '../../../usecases/public-api.ts';
import type { Caller } from '../../../usecases/session/caller.ts';
import { type Answer, jsonAnswer } from '../answer.ts';
import { readMembers, repeatableOf, requirePathId } from '../call.ts';
import { type Exchange, headerValues, type SeenBytes } from '../exchange.ts';
import type { Route } from '../find-route.ts';
import { noteIgnoredInput } from '../ignored-input.ts';
import { bufferMedia } from '../intake/buffered-media.ts';
import { createBodyScanner } from '../media/body-scanner.ts';
import { type ContentVerdict, createContentReader } from '../media/content-reader.ts';
import type { PictureFormat } from '../media/picture-format.ts';
import { createPictureHeaderReader, type PictureHeader } from '../media/picture-header.ts';
import { requireJsonObject } from '../require-json-object.ts';
import { signatureOf, type StreamedMessage } from '../verify-signature.ts';

/** What the upload needs from the sequence of checks around it. */
export interface UploadSteps {
  useCases: PublicUseCases;
  /** The caller before its signature is verified. */
  unverified: Caller;
  endpoint: Route['endpoint'];
  /** Path identifier as sent. */
  id: string;
  message: StreamedMessage;
  /** The request's body as it arrives. */
  body(): AsyncIterable<Buffer>;
  /** The database may be queried before the signature is verified. */
  mayLookUp: boolean;
  /** Completes the signature check: returns the caller, or fails with 401 and the bytes seen of the body. */
  verified(key: SecretKey | null, seen: SeenBytes): Promise<Caller>;
}

/**
 * POST /sessions/{sessionId}/media: everything is computed while the body streams in, and checked when it is complete.
 * @see spec/contract.md
 */
export async function uploadMedia(exchange: Exchange, steps: UploadSteps): Promise<Answer> {
  const { useCases, unverified, id } = steps;
  const sessionId = id.toLowerCase();
  const open = async () =>
    isUuid4(id) ? await useCases.stageMedia({ caller: unverified, sessionId }) : null;
  const held = steps.mayLookUp ? null : bufferMedia(open);
  let staged = held ? null : await open();
  let finished = false;
  try {
    const received = await receive(exchange, steps, held ?? staged);
    const seen = { bytes: exchange.bodyBytes, sha256: received.bodyHash?.copy().digest('hex') ?? null };
    const caller = await steps.verified(steps.message.verify(signatureOf(exchange, 'public')), seen);
    if (received.skeleton === null) throw new Problem('request-too-large');
    if (held) staged = await held.release();
    const body = parseStrictJson(received.skeleton);
    if (!received.contentIsText) throw new Problem('body-not-json');
    requireJsonObject(body);
    noteIgnoredInput(exchange, { endpoint: steps.endpoint, mode: caller.mode, body });
    requirePathId(id);
    const requireSession = () => useCases.requireSession({ caller, sessionId });
    const { members, mimetype, repeatable } = await readMembers(
      () => readUpload(exchange, body, received),
      requireSession,
    );
    if (!staged) await requireSession();
    if (!staged) throw new Problem('not-found');
    const file = await staged.finish();
    finished = true;
    return jsonAnswer(
      200,
      await useCases.uploadMedia({ caller, sessionId, context: members.context, mimetype, file, repeatable }),
    );
  } finally {
    if (staged && !finished) await staged.abort();
  }
}

interface Received {
  /** `null`: longer than allowed. */
  skeleton: Buffer | null;
  contentIsText: boolean;
  verdict: ContentVerdict;
  header: PictureHeader;
  /**
   * Digest of the raw body. Only for requests with an idempotency key and on test integrations, because otherwise another pass over 32 MB
   * costs too much.
   */
  bodyHash: Hash | null;
}

async function receive(
  exchange: Exchange,
  { message, body, unverified: { mode } }: UploadSteps,
  staged: Pick<StagedMedia, 'take' | 'flush'> | null,
): Promise<Received> {
  const header = createPictureHeaderReader();
  const content = createContentReader(limits.base64CharactersPerImage, (bytes) => {
    header.push(bytes);
    staged?.take(bytes);
  });
  const scanner = createBodyScanner(content, limits.mediaEnvelopeBytes);
  const isHashed = mode === 'test' || headerValues(exchange.request, 'idempotency-key').length > 0;
  const bodyHash = isHashed ? createHash('sha256') : null;
  for await (const chunk of body()) {
    message.update(chunk);
    bodyHash?.update(chunk);
    scanner.push(chunk);
    await staged?.flush();
  }
  const { skeleton, contentIsText } = scanner.end();
  const verdict = content.end();
  await staged?.flush();
  return { skeleton, contentIsText, verdict, header: header.result(), bodyHash };
}

function readUpload(exchange: Exchange, body: unknown, received: Received) {
  const members: UploadMedia = parseUploadMedia(body, () => judgeContent(received));
  const repeatable = repeatableOf(exchange, () => received.bodyHash?.digest() ?? Buffer.alloc(0));
  return { members, mimetype: `image/${received.header.format}`, repeatable };
}

const faults = {
  'not-base64': 'image-not-base64',
  empty: 'image-data-missing',
  'too-large': 'request-too-large',
} as const;
const stored: readonly PictureHeader['format'][] = ['jpeg', 'png', 'webp'] satisfies PictureFormat[];

/** What to send instead of a format that is recognised but not stored. @see spec/contract.md A-286 */
const notStored: Readonly<Record<'heic' | 'pdf', string>> = {
  heic: 'image.content must be the bytes of a JPEG, PNG or WebP file; its bytes are HEIC (HEIF). A picture must be converted to JPEG before it is sent, or taken as JPEG: on iOS with the camera format "Most Compatible".',
  pdf: 'image.content must be the bytes of a JPEG, PNG or WebP file; its bytes are PDF. Each page must be sent as a picture of its own, of 1000 pixels or more on its longer side.',
};

/** @throws Problem of the content @see spec/contract.md */
function judgeContent({ verdict, header }: Received): void {
  if (verdict.fault !== null) throw new Problem(faults[verdict.fault]);
  if (header.format === 'heic' || header.format === 'pdf')
    throw new Problem('image-format-not-enabled', { detail: notStored[header.format] });
  if (!stored.includes(header.format)) throw new Problem('image-format-unsupported');
  const detail = contentFault(verdict, header);
  if (detail !== null) throw new Problem('parameter-invalid', { parameter: 'image.content', detail });
}

/** What is wrong with a picture in a stored format; `null`: nothing. */
function contentFault(verdict: ContentVerdict, header: PictureHeader): string | null {
  if (verdict.named !== null && verdict.named !== header.format)
    return `image.content must be of the type that its data URI names; its bytes are ${header.format}.`;
  if ((header.pixels ?? 0) > limits.pixelsPerImage)
    return `image.content must have at most ${limits.pixelsPerImage} pixels.`;
  if (header.trailingBytes > limits.bytesBehindPicture)
    return `image.content must have at most ${limits.bytesBehindPicture} bytes behind the end of the picture.`;
  return null;
}
