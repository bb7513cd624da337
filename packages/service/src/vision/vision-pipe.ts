/** The two ends of the pipe between the service and its vision process. */
import type { Duplex } from 'node:stream';
import { readFrames, writeFrame } from './vision-frames.ts';
import type { ProcessReply, ProcessRequest, VisionTask } from './vision-tasks.ts';

/** File descriptor of the pipe in the vision process. */
export const pipeDescriptor = 3;

const mebibyte = 2 ** 20;
const requestLimits = { head: mebibyte, blocks: 1024 * mebibyte, count: 1024 };
/**
 * Whoever sends it has looked at strangers' pictures: it is believed no further than this. The bytes are a selfie prepared for a
 * registry; of 1280 pixels a side, no JPEG of its quality comes near.
 */
const replyLimits = { head: 8 * mebibyte, blocks: 4 * mebibyte, count: 1 };

/** The pictures' bytes go beside the message, uncopied: they must not change any more. */
export function writeRequest(pipe: Duplex, request: ProcessRequest): void {
  if (request.kind !== 'run') return writeFrame(pipe, request);
  const blocks = request.task.pictures.map(({ bytes }) => bytes);
  writeFrame(pipe, { ...request, task: withBytes(request.task, []) }, blocks);
}

export function readRequests(pipe: Duplex, onRequest: (request: ProcessRequest) => void): void {
  readFrames(pipe, requestLimits, (message, blocks) => {
    const request = message as ProcessRequest;
    onRequest(request.kind === 'run' ? { ...request, task: withBytes(request.task, blocks) } : request);
  });
}

/** The bytes of a picture that was made go beside the message. */
export function writeReply(pipe: Duplex, reply: ProcessReply): void {
  if (reply.kind !== 'answer' || reply.answer.kind !== 'done' || reply.answer.picture === undefined)
    return writeFrame(pipe, reply);
  const { picture, ...answer } = reply.answer;
  writeFrame(pipe, { ...reply, answer }, [picture]);
}

/** @param onReply is given whatever came: ask `isReply` before believing it */
export function readReplies(pipe: Duplex, onReply: (reply: unknown) => void): void {
  readFrames(pipe, replyLimits, (message, [picture]) => {
    const carries =
      picture && isReply(message) && message.kind === 'answer' && message.answer.kind === 'done';
    onReply(carries ? { ...message, answer: { ...message.answer, picture } } : message);
  });
}

/** Members of each reply by type; what an answer found out is not looked into here. */
const replyForms: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  tested: { result: 'object' },
  ready: { models: 'object' },
  broken: { reason: 'string' },
  answer: { id: 'number', answer: 'object' },
  died: { id: 'number' },
};
const answerForms: typeof replyForms = {
  done: { result: 'object', failures: 'object' },
  warm: { models: 'object' },
  failed: { error: 'string' },
  late: {},
  broken: { reason: 'string' },
};

/** Whether a message has the form of a reply: of a known kind, with every member of its type. Its sender may be hostile. */
export function isReply(message: unknown): message is ProcessReply {
  if (!hasForm(message, replyForms) || typeof message['resident'] !== 'number') return false;
  return message['kind'] !== 'answer' || hasForm(message['answer'], answerForms);
}

function hasForm(value: unknown, forms: typeof replyForms): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const members = value as Record<string, unknown>;
  const kind = members['kind'];
  if (typeof kind !== 'string' || !Object.hasOwn(forms, kind)) return false;
  const form = Object.entries(forms[kind] ?? {});
  return form.every(([name, type]) => typeof members[name] === type && members[name] !== null);
}

const none = new Uint8Array();

function withBytes(task: VisionTask, blocks: readonly Uint8Array[]): VisionTask {
  const pictures = task.pictures.map((picture, index) => ({ ...picture, bytes: blocks[index] ?? none }));
  return { ...task, pictures };
}
