import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameBroken, readFrames, writeFrame } from '../../src/vision/vision-frames.ts';
import { writeReply } from '../../src/vision/vision-pipe.ts';
import { readReplies } from '../../src/vision/vision-replies.ts';

const limits = { head: 1_000, blocks: 10_000, count: 8 };

/** Everything that was written, in one piece. */
function written(messages: { message: unknown; blocks: Uint8Array[] }[]): Buffer {
  const stream = new PassThrough({ highWaterMark: 2 ** 24 });
  for (const { message, blocks } of messages) writeFrame(stream, message, blocks);
  return (stream.read() as Buffer | null) ?? Buffer.alloc(0);
}

/** What arrives of bytes that come in pieces of these sizes, and with what error the stream ended. */
async function read(bytes: Buffer, sizes: number[] = [bytes.length]) {
  const stream = new PassThrough();
  const messages: { message: unknown; blocks: number[][] }[] = [];
  let error: Error | null = null;
  stream.on('error', (broken) => (error = broken));
  readFrames(stream, limits, (message, blocks) =>
    messages.push({ message, blocks: blocks.map((block) => [...block]) }),
  );
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    stream.write(bytes.subarray(at, at + size));
    at += size;
  }
  await new Promise(setImmediate);
  return { messages, error: error as Error | null };
}

describe('a message between the service and its vision process', () => {
  it('arrives as it was sent, however the bytes are cut', async () => {
    const anyMessage = fc.record({
      message: fc.jsonValue({ maxDepth: 2 }).filter((value) => JSON.stringify(value).length < 800),
      blocks: fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 4 }),
    });
    const anySizes = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(fc.array(anyMessage, { maxLength: 4 }), anySizes, async (messages, sizes) => {
        const { messages: arrived, error } = await read(written(messages), sizes);
        const sent = messages.map(({ message, blocks }) => ({
          message: JSON.parse(JSON.stringify(message)) as unknown,
          blocks: blocks.map((block) => [...block]),
        }));
        expect(arrived).toEqual(sent);
        expect(error).toBeNull();
      }),
      { numRuns: 200, seed: 3 },
    );
  });

  it.each([
    ['whose head is too long', written([{ message: 'x'.repeat(1_001), blocks: [] }])],
    ['whose blocks are too long', written([{ message: 1, blocks: [new Uint8Array(10_001)] }])],
    ['that is not JSON', Buffer.concat([Buffer.from([3, 0, 0, 0]), Buffer.from('{"a')])],
    ['that announces no blocks', Buffer.concat([Buffer.from([2, 0, 0, 0]), Buffer.from('{}')])],
    ['of negative length', Buffer.concat([Buffer.from([15, 0, 0, 0]), Buffer.from('{"blocks":[-1]}')])],
  ])('%s breaks the pipe and is dropped', async (_, bytes) => {
    const { messages, error } = await read(bytes, [bytes.length]);
    expect(messages).toEqual([]);
    expect(error).toBeInstanceOf(FrameBroken);
  });

  it('from the vision process carries a picture that was made, and nothing larger', async () => {
    const pipe = new PassThrough();
    const heard: unknown[] = [];
    const hears = {
      onReply: (reply: unknown) => heard.push(reply),
      onInvalid: (fault: string) => heard.push(fault),
    };
    readReplies(pipe, hears);
    const ended = new Promise((resolve) => pipe.once('error', resolve));
    const answer = {
      kind: 'done' as const,
      result: { kind: 'prepare-selfie' as const, made: true },
      failures: [],
    };
    const picture = new Uint8Array([0xff, 0xd8, 0xff]);
    writeReply(pipe, { kind: 'answer', id: 1, resident: 5, answer: { ...answer, picture } });
    writeReply(pipe, { kind: 'ready', models: [], resident: 5 });
    const tooLarge = new Uint8Array(4 * 2 ** 20 + 1);
    writeReply(pipe, { kind: 'answer', id: 2, resident: 5, answer: { ...answer, picture: tooLarge } });
    expect(await ended).toBeInstanceOf(FrameBroken);
    expect(heard).toEqual([
      { kind: 'answer', id: 1, resident: 5, answer: { ...answer, picture } },
      { kind: 'ready', models: [], resident: 5 },
      'bytes that are no message',
    ]);
  });

  it('from the vision process that carries unrequested bytes is received without them', async () => {
    const pipe = new PassThrough();
    const heard: unknown[] = [];
    readReplies(pipe, { onReply: (reply) => heard.push(reply), onInvalid: (fault) => heard.push(fault) });
    const ready = { kind: 'ready', models: [], resident: 5 };
    pipe.write(written([{ message: ready, blocks: [new Uint8Array(1)] }]));
    await new Promise(setImmediate);
    expect(heard).toEqual([{ kind: 'ready', models: [], resident: 5 }]);
  });
});
