import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import {
  VisionBroken,
  VisionBusy,
  VisionFailed,
  VisionInterrupted,
  VisionKilled,
  VisionLate,
} from '../../src/vision/vision.ts';
import { openInlineThreads } from '../../src/vision/vision-inline.ts';
import { openTestVision, type TestVision, type TestVisionOptions } from '../support/vision-setup.ts';
import { realFiles } from '../support/faulty-thread-file.ts';
import { seenPictures } from '../support/findings.ts';
import { saidIn } from '../support/said-findings.ts';
import { descendants, isAlive, startedSince, until, visionProcesses } from '../support/vision-processes.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const atFirst = descendants();
async function open(options: TestVisionOptions = {}): Promise<TestVision> {
  const opened = await openTestVision(options);
  cleanups.push(() => opened.vision.close());
  return opened;
}

/** A picture of many greys, so that no encoder makes it vanish. */
function greyPng(width: number, height: number): Uint8Array {
  const rows = Buffer.alloc(height * (width + 1));
  for (let at = 0; at < rows.length; at += 1) rows[at] = at % (width + 1) === 0 ? 0 : (at * 7919) % 251;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [
    pngChunk('IHDR', header),
    pngChunk('IDAT', zlib.deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ];
  return new Uint8Array(Buffer.concat([signature, ...chunks]));
}

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(zlib.crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

/** Size by the frame header of a baseline JPEG. */
function jpegSize(bytes: Uint8Array): { width: number; height: number } {
  const at = Buffer.from(bytes).indexOf(Buffer.from([0xff, 0xc0, 0x00]));
  const header = Buffer.from(bytes.subarray(at + 5, at + 9));
  return { height: header.readUInt16BE(0), width: header.readUInt16BE(2) };
}

/** Name of the error with which it failed; `null` when it did not. */
const endOf = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (error: Error) => error.name,
  );
/** The process at work. */
const current = () => visionProcesses().at(-1) ?? 0;
const restarts = ({ metric }: TestVision, cause: string) =>
  metric('countersign_vision_restarts_total', { cause });

describe('the vision process', () => {
  it('gets the bytes of every picture, empty and large ones included, and answers', async () => {
    const { vision } = await open();
    const pictures = [1, 0, 5_000_000, 70_000].map((size, index) => ({
      mediaId: `m-${index}`,
      context: 'face',
      bytes: new Uint8Array(size).fill(65),
    }));
    const findings = await vision.inspect(pictures, '2026-11-20');
    expect(saidIn(findings)).toEqual({ lengths: [1, 0, 5_000_000, 70_000] });
  });

  it('has no environment variable of the service and not its directory (S25)', async () => {
    process.env['COUNTERSIGN_TEST_CANARY'] = 'canary';
    cleanups.push(() => delete process.env['COUNTERSIGN_TEST_CANARY']);
    const { ask } = await open();
    expect(await ask('surroundings')).toMatchObject({ environment: [], directory: '/' });
    const environment = fs.readFileSync(`/proc/${current()}/environ`, 'utf8').split('\0').filter(Boolean);
    // `PWD` comes from what puts up the walls, where something does.
    const names = environment.map((line) => line.split('=')[0]).filter((name) => name !== 'PWD');
    expect(names.toSorted()).toEqual(['MALLOC_ARENA_MAX', 'UV_THREADPOOL_SIZE']);
  });

  it('reports the class of error a task threw, and never its text', async () => {
    const lines: unknown[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(line) });
    const { ask } = await open({ log });
    await expect(ask('throw')).rejects.toThrow(VisionFailed);
    expect(lines.join('')).toContain('"errorClass":"TypeError"');
    expect(lines.join('')).not.toContain('a text that was read');
  });

  it('judges a capture under way with its real models', async () => {
    const { vision } = await open({ files: { thread: realFiles.thread } });
    const judge = (bytes: Uint8Array) => vision.judge({ bytes }, { subject: 'selfie', today: '2026-11-20' });
    expect(await judge(new Uint8Array(Buffer.from('not a picture')))).toMatchObject({
      refusal: 'img.type',
      width: 0,
      height: 0,
      quality: [],
    });
    const onePixel =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const seen = await judge(new Uint8Array(Buffer.from(onePixel, 'base64')));
    expect(seen).toMatchObject({ refusal: null, width: 1, height: 1 });
    expect(seen.quality.map(({ code }) => code)).toContain('face.none');
  });

  it('prepares a selfie and returns the picture whole', async () => {
    const { vision } = await open({ files: { thread: realFiles.thread } });
    const prepared = await vision.prepareSelfie({ bytes: greyPng(1600, 1200) });
    expect(prepared?.format).toBe('jpeg');
    expect(jpegSize(prepared?.bytes ?? new Uint8Array())).toEqual({ width: 1280, height: 960 });
    expect([...(prepared?.bytes.subarray(-2) ?? [])]).toEqual([0xff, 0xd9]);
  });

  it('prepares no selfie from an invalid or too small picture', async () => {
    const { vision } = await open({ files: { thread: realFiles.thread } });
    expect(await vision.prepareSelfie({ bytes: new Uint8Array(Buffer.from('not a picture')) })).toBeNull();
    expect(await vision.prepareSelfie({ bytes: greyPng(400, 249) })).toBeNull();
  });

  it('has no score where a picture shows no face', async () => {
    const { vision } = await open({ files: { thread: realFiles.thread } });
    expect(await vision.compareFaces([greyPng(300, 300), greyPng(300, 300)])).toBeNull();
  });

  it('is gone, with everything it started, when it is closed', async () => {
    const { ask, vision } = await open();
    await ask('litter');
    const vanishing = startedSince(atFirst);
    expect(vanishing.indexOf(current())).toBe(vanishing.length - 2);
    expect(vanishing.every(isAlive)).toBe(true);
    await vision.close();
    await until('all are gone', () => !vanishing.some(isAlive));
  });
});

describe('a picture that ends the vision process', () => {
  it.each(['kill', 'crash', 'exit'])(
    'by %s fails alone in its lane; the next one is inspected (F22)',
    async (fault) => {
      const { ask } = await open();
      await expect(ask(fault)).rejects.toThrow(VisionKilled);
      expect(await ask('wait 1')).toEqual({ waited: 1 });
    },
  );

  it('ends all tasks that were running, and leaves those that waited untouched', async () => {
    const opened = await open({ threads: 2 });
    const { ask } = opened;
    const running = ask('wait 10000');
    const suspects = [endOf(running), endOf(ask('kill'))];
    const waiting = [1, 2, 3].map((ms) => ask(`wait ${ms}`));
    expect(await Promise.all(suspects)).toEqual(['VisionKilled', 'VisionKilled']);
    expect(await Promise.all(waiting)).toEqual([{ waited: 1 }, { waited: 2 }, { waited: 3 }]);
    expect(await restarts(opened, 'crashed')).toBe(1);
  });

  it('is run alone the next time, and then ends no other task', async () => {
    const opened = await open({ threads: 2 });
    const { ask } = opened;
    const running = ask('wait 1500');
    await expect(ask('kill', { alone: true })).rejects.toThrow(VisionKilled);
    expect(await ask('wait 1', { alone: true })).toEqual({ waited: 1 });
    expect(await running).toEqual({ waited: 1500 });
    await until('the processes of their own are gone', () => visionProcesses().length === 1);
  });

  it('by hanging is killed at the hard deadline; what ran beside it is only interrupted (F22)', async () => {
    const opened = await open({ threads: 2, limits: { deadlineMs: 3_000 } });
    const { ask } = opened;
    const hanging = endOf(ask('spin'));
    await new Promise((resolve) => setTimeout(resolve, 300));
    await expect(ask('wait 10000')).rejects.toThrow(VisionInterrupted);
    // That says nothing yet about its pictures: it did not have the machine for itself.
    expect(await hanging).toBe('VisionLate');
    expect(await ask('wait 1')).toEqual({ waited: 1 });
    expect(await restarts(opened, 'deadline')).toBe(1);
  });

  it('by hanging alone as well, with twice the time, is too slow to be read', async () => {
    const { ask } = await open({ limits: { deadlineMs: 1_000 } });
    const started = performance.now();
    // Patient, so that it has its time on a processor however busy this machine is.
    expect(await endOf(ask('spin', { alone: true, patience: 20 }))).toBe('VisionTooSlow');
    expect(performance.now() - started).toBeGreaterThan(2_000);
    // What is longer than the time beside others has an end alone.
    expect(await ask('spend 1200', { alone: true, patience: 20 })).toEqual({ spent: 1200 });
  });

  it('is not too slow where the machine gave it no processor, however long it took by the clock', async () => {
    const opened = await open({ limits: { deadlineMs: 300 } });
    expect(await endOf(opened.ask('starve', { alone: true }))).toBe('VisionStarved');
    expect(await endOf(opened.ask('starve'))).toBe('VisionLate');
    expect(await opened.outcomes('inspect', 'starved')).toBe(1);
  });

  it('is waited for as long by the clock as its caller permits', async () => {
    const { ask } = await open({ limits: { deadlineMs: 300 } });
    // Three times twice the time are over after 1.8 s.
    expect(await endOf(ask('wait 3000', { alone: true }))).toBe('VisionStarved');
    expect(await ask('wait 3000', { alone: true, patience: 4 })).toEqual({ waited: 3000 });
  });

  it('is unfinished where its own limits left something out: late beside others, starved by itself', async () => {
    const { ask } = await open();
    const cut = `answer ${JSON.stringify({ ...seenPictures(), notComputed: ['time.limit'] })}`;
    expect(await endOf(ask(cut))).toBe('VisionLate');
    expect(await endOf(ask(cut, { alone: true }))).toBe('VisionStarved');
  });

  it('by stopping the whole process is detected at the hard deadline', async () => {
    const { ask } = await open({ limits: { deadlineMs: 3_000 } });
    const stopped = current();
    process.kill(stopped, 'SIGSTOP');
    await expect(ask('wait 1')).rejects.toThrow(VisionLate);
    await until('it is gone', () => !isAlive(stopped));
    expect(await ask('wait 1')).toEqual({ waited: 1 });
  });
});

describe('a vision process that has grown', () => {
  const idleBytes = () =>
    Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${current()}/status`, 'utf8'))?.[1]) * 1024;

  it('is replaced, the new one first, while its tasks continue', async () => {
    const opened = await open({ threads: 2, limits: { checkMs: 50, resident: () => 250 * 2 ** 20 } });
    const { ask } = opened;
    const before = current();
    expect(idleBytes()).toBeLessThan(150 * 2 ** 20);
    const running = ask('wait 4000');
    await ask('grow 300 0');
    await until('there are two', () => visionProcesses().length === 2);
    expect(await running).toEqual({ waited: 4000 });
    await until('the old one is gone', () => !isAlive(before));
    expect(await restarts(opened, 'grown')).toBe(1);
    expect(await restarts(opened, 'crashed')).toBe(0);
  });

  it('beyond twice its limit is killed (F22)', async () => {
    const opened = await open({ limits: { checkMs: 50, resident: () => 120 * 2 ** 20 } });
    const { ask } = opened;
    await expect(ask('grow 400 10000')).rejects.toThrow(VisionKilled);
    expect(await restarts(opened, 'memory')).toBe(1);
    expect(await ask('wait 1')).toEqual({ waited: 1 });
  });
});

describe('a vision process that has done its share', () => {
  it('is replaced without a task lost', async () => {
    const opened = await open({ threads: 2, limits: { tasks: 5 } });
    const before = current();
    const answers = await Promise.all(Array.from({ length: 12 }, () => opened.ask('wait 20')));
    expect(answers).toEqual(Array.from({ length: 12 }, () => ({ waited: 20 })));
    await until('the old one is gone', () => !isAlive(before));
    expect(await opened.ask('wait 1')).toEqual({ waited: 1 });
    expect(await restarts(opened, 'recycled')).toBeGreaterThanOrEqual(1);
    expect(await restarts(opened, 'crashed')).toBe(0);
  });
});

describe('the queue of the vision threads', () => {
  it('serves a person in front of a camera before submitted sessions', async () => {
    const { ask, vision } = await open();
    const order: string[] = [];
    const note = (name: string) => () => void order.push(name);
    const judged = { bytes: new Uint8Array(Buffer.from('wait 1')) };
    await Promise.all([
      ask('wait 200').then(note('running')),
      ask('wait 1').then(note('first session')),
      ask('wait 2').then(note('second session')),
      ask('wait 3', { queue: 'interactive' }).then(note('interactive')),
      vision.judge(judged, { subject: 'selfie', today: '2026-11-20' }).then(note('camera')),
    ]);
    expect(order).toEqual(['running', 'interactive', 'camera', 'first session', 'second session']);
  });

  it('holds 8 per thread; then callers are refused at once, but not the person in front of a camera', async () => {
    const opened = await open();
    const { ask } = opened;
    const held = Array.from({ length: 9 }, () => ask('wait 100'));
    expect(await opened.metric('countersign_vision_queue_depth', { lane: 'verify' })).toBe(8);
    const running = Promise.race(held).then(() => 'a held one is done');
    const refused = ask('wait 1').catch((error: unknown) =>
      error instanceof VisionBusy ? 'refused' : error,
    );
    expect(await Promise.race([running, refused])).toBe('refused');
    expect(await ask('wait 1', { queue: 'interactive' })).toEqual({ waited: 1 });
    expect(await Promise.all(held)).toHaveLength(9);
  });

  it('is closed at a shutdown: what waits is returned at once, what runs may end', async () => {
    const { ask, vision } = await open();
    const running = ask('wait 300');
    const waiting = endOf(ask('wait 1'));
    vision.refuse();
    expect(await waiting).toBe('VisionBusy');
    await expect(ask('wait 1')).rejects.toThrow(VisionBusy);
    expect(await running).toEqual({ waited: 300 });
  });
});

describe('models that cannot be used', () => {
  /** The built-in models with one byte of one of them changed. */
  function damagedModels(): string {
    const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-models-'));
    cleanups.push(() => fs.rmSync(directory, { recursive: true, force: true }));
    for (const file of fs.readdirSync(realFiles.modelsDir))
      fs.symlinkSync(path.join(realFiles.modelsDir, file), path.join(directory, file));
    const damaged = path.join(directory, 'builtin-detector.onnx');
    const bytes = fs.readFileSync(damaged);
    bytes[1_000] = (bytes[1_000] ?? 0) ^ 1;
    fs.rmSync(damaged);
    fs.writeFileSync(damaged, bytes);
    return directory;
  }

  /** A process that started with models which are gone now. */
  async function openWithoutModels(): Promise<TestVision & { told: string[] }> {
    const modelsDir = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-models-'));
    fs.chmodSync(modelsDir, 0o755);
    fs.writeFileSync(path.join(modelsDir, 'manifest.json'), '{}');
    const told: string[] = [];
    const opened = await open({ files: { modelsDir }, onBroken: ({ message }) => told.push(message) });
    fs.rmSync(modelsDir, { recursive: true });
    return { ...opened, told };
  }

  const damaged = new VisionBroken('model builtin-detector.onnx is not the one that its manifest names');

  it('keep the vision process from starting, with the reason (F22)', async () => {
    const files = { thread: realFiles.thread, modelsDir: damagedModels() };
    await expect(openTestVision({ drawsPictures: false, files })).rejects.toThrow(damaged);
    expect(startedSince(atFirst)).toEqual([]);
  });

  it('keep threads of the service itself from starting, with the reason', async () => {
    const settings = {
      thread: realFiles.thread,
      threads: 1,
      modelsDir: damagedModels(),
      slotsDir: null,
      textEngine: 'off',
      // Loaders are closed for the whole process, and this one goes on to other tests.
      closeOtherLoaders: false,
      shared: true,
    } as const;
    const executor = openInlineThreads({ settings, eager: true, onBroken: () => {} });
    cleanups.push(() => executor.close());
    await expect(executor.start(() => {})).rejects.toThrow(damaged);
  });

  it('keep it from starting when a model of the operator is not the one its file names', async () => {
    const models = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-slots-'));
    cleanups.push(() => fs.rmSync(models, { recursive: true }));
    fs.writeFileSync(path.join(models, 'face.json'), '{"kind": "descriptor", "id": "acme-face-2"}');
    const opening = openTestVision({ models, drawsPictures: false, files: { thread: realFiles.thread } });
    await expect(opening).rejects.toThrow(/^face\.json/);
    await expect(opening).rejects.toThrow(VisionBroken);
  });

  it('stop a service that runs already, as soon as a thread detects them', async () => {
    const { ask, told } = await openWithoutModels();
    await expect(ask('wait 1')).rejects.toThrow(VisionInterrupted);
    await until('it says so', () => told.length > 0);
    expect(told).toEqual(['there are no models']);
  });

  it('stop a service that runs already, when its process has to be replaced', async () => {
    const { told } = await openWithoutModels();
    process.kill(current(), 'SIGKILL');
    await until('it says so', () => told.length > 0);
    expect(told).toEqual(['there are no models']);
  });

  it('are distinguished from a process that does not start for another reason, which is given too', async () => {
    const opening = openTestVision({ files: { thread: '/nowhere/thread.mjs' } });
    await expect(opening).rejects.toThrow(/^the vision process did not start: it ended with SIGKILL/);
    await expect(openTestVision({ files: { entry: '/nowhere/process.mjs' } })).rejects.toThrow(
      /^the vision process did not start: it ended with 1 [^]*Cannot find module/,
    );
  });
});
