/** The service's end of the pipe from its picture process. */
import type { Duplex } from 'node:stream';
import { type CheckedReply, faultOfReply, isReply, prepareReplyForms } from './reply-forms.ts';
import { FrameBroken, readFrames } from './vision-frames.ts';
import type { ProcessReply } from './vision-tasks.ts';

const mebibyte = 2 ** 20;
/**
 * The sender has processed strangers' pictures, so it is not trusted beyond these limits. The bytes are a selfie prepared for a
 * registry; at 1280 pixels a side, no JPEG of that quality comes close.
 */
const replyLimits = { head: 8 * mebibyte, blocks: 4 * mebibyte, count: 1 };

/** Handlers for incoming messages. */
export interface ReplyListener {
  onReply: (reply: ProcessReply) => void;
  /** @param fault describes what is wrong, in our own words */
  onInvalid: (fault: string) => void;
}

/** Passes on every valid reply; for the first invalid message, or bytes that are not a message, only the fault. */
export function readReplies(pipe: Duplex, { onReply, onInvalid }: ReplyListener): void {
  prepareReplyForms();
  readFrames(pipe, replyLimits, (message, [picture], bytes) => {
    if (isReply(message)) onReply(withPicture(message, picture));
    else onInvalid(faultOfReply(message, bytes));
  });
  pipe.on('error', (error) => {
    if (error instanceof FrameBroken) onInvalid('bytes that are no message');
  });
}

/** Unrequested bytes are dropped. */
function withPicture(reply: CheckedReply, picture: Uint8Array | undefined): ProcessReply {
  if (reply.kind !== 'answer' || picture === undefined) return reply;
  const { answer } = reply;
  if (answer.kind !== 'done' || answer.result.kind !== 'prepare-selfie') return reply;
  return { ...reply, answer: { ...answer, picture } };
}
