/** The service's end of the pipe from its picture process. */
import type { Duplex } from 'node:stream';
import { type CheckedReply, faultOfReply, isReply, prepareReplyForms } from './reply-forms.ts';
import { FrameBroken, readFrames } from './vision-frames.ts';
import type { ProcessReply } from './vision-tasks.ts';

const mebibyte = 2 ** 20;
/**
 * Whoever sends it has looked at strangers' pictures: it is believed no further than this. The bytes are a selfie prepared for a
 * registry; of 1280 pixels a side, no JPEG of its quality comes near.
 */
const replyLimits = { head: 8 * mebibyte, blocks: 4 * mebibyte, count: 1 };

/** What to do with what arrives. */
export interface ReplyListener {
  onReply: (reply: ProcessReply) => void;
  /** @param fault what is wrong with it, in words of ours */
  onInvalid: (fault: string) => void;
}

/** Hears every message that has the form of a reply; of the first that has another one, and of bytes that are none, only why. */
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

/** Bytes that were not requested are left out. */
function withPicture(reply: CheckedReply, picture: Uint8Array | undefined): ProcessReply {
  if (reply.kind !== 'answer' || picture === undefined) return reply;
  const { answer } = reply;
  if (answer.kind !== 'done' || answer.result.kind !== 'prepare-selfie') return reply;
  return { ...reply, answer: { ...answer, picture } };
}
