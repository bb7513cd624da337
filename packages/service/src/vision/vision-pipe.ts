/** The pipe between the service and its picture process: what both write, and what the process reads. @see vision-replies.ts */
import type { Duplex } from 'node:stream';
import { readFrames, writeFrame } from './vision-frames.ts';
import type { FilmFrame } from './vision.ts';
import type { ProcessReply, ProcessRequest, VisionTask } from './vision-tasks.ts';

/** File descriptor of the pipe in the picture process. */
export const pipeDescriptor = 3;

const mebibyte = 2 ** 20;
const requestLimits = { head: mebibyte, blocks: 1024 * mebibyte, count: 1024 };

/** The bytes of pictures and films are sent with the message, uncopied: they must not change any more. */
export function writeRequest(pipe: Duplex, request: ProcessRequest): void {
  if (request.kind !== 'run') return writeFrame(pipe, request);
  const blocks = bytesOf(request.task);
  writeFrame(pipe, { ...request, task: withBytes(request.task, []) }, blocks);
}

export function readRequests(pipe: Duplex, onRequest: (request: ProcessRequest) => void): void {
  readFrames(pipe, requestLimits, (message, blocks) => {
    const request = message as ProcessRequest;
    onRequest(request.kind === 'run' ? { ...request, task: withBytes(request.task, blocks) } : request);
  });
}

/** The bytes of a generated picture are sent with the message. */
export function writeReply(pipe: Duplex, reply: ProcessReply): void {
  if (reply.kind !== 'answer' || reply.answer.kind !== 'done' || reply.answer.picture === undefined)
    return writeFrame(pipe, reply);
  const { picture, ...answer } = reply.answer;
  writeFrame(pipe, { ...reply, answer }, [picture]);
}

const none = new Uint8Array();

const framesOf = (task: VisionTask): readonly FilmFrame[] =>
  task.kind === 'inspect' ? (task.inspection.challenge?.frames ?? []) : [];

/** All bytes sent with a task: its pictures, then the frames of its film. */
export const bytesOf = (task: VisionTask): Uint8Array[] =>
  [...task.pictures, ...framesOf(task)].map(({ bytes }) => bytes);

function withBytes(task: VisionTask, blocks: readonly Uint8Array[]): VisionTask {
  const pictures = task.pictures.map((picture, index) => ({ ...picture, bytes: blocks[index] ?? none }));
  if (task.kind !== 'inspect' || task.inspection.challenge === undefined) return { ...task, pictures };
  const { steps, frames } = task.inspection.challenge;
  const filmed = frames.map(({ at }, index) => ({ at, bytes: blocks[pictures.length + index] ?? none }));
  return { ...task, pictures, inspection: { ...task.inspection, challenge: { steps, frames: filmed } } };
}
