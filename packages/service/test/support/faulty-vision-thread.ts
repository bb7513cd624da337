/**
 * A vision thread for tests: it looks at nothing and does what stands behind the first picture's end, `spin`, `kill`, `answer
 * {…}`. Pictures that say nothing are answered with their lengths. What it says stands in the findings. @see saidIn
 */
import { spawn } from 'node:child_process';
import { existsSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PictureFindings } from '@countersign/findings';
import { workerData } from 'piscina';
import { pipeDescriptor } from '../../src/vision/vision-pipe.ts';
import type {
  TaskResult,
  ThreadAnswer,
  ThreadSettings,
  VisionTask,
  WarmUp,
} from '../../src/vision/vision-tasks.ts';
import { resultSaying } from './said-findings.ts';

const { modelsDir } = workerData as ThreadSettings;
/** What `grow` holds on to. */
const hoard: Buffer[] = [];

export default async function work(task: VisionTask | WarmUp): Promise<ThreadAnswer> {
  if (!existsSync(path.join(modelsDir, 'manifest.json')))
    return { kind: 'broken', reason: 'there are no models' };
  if (task.kind === 'warm-up') return { kind: 'warm', models: ['faulty@0'] };
  const [verb = '', ...rest] = commandOf(task).split(' ');
  try {
    const argument = rest.join(' ');
    const findings = await answers[verb]?.(argument, task);
    const result: TaskResult =
      findings === undefined
        ? resultSaying(await (deeds[verb] ?? lengths)(argument, task), task)
        : { kind: 'inspect', findings };
    return { kind: 'done', result, failures: [] };
  } catch (error) {
    return { kind: 'failed', error: error instanceof Error ? error.name : '' };
  }
}

const lengths: Deed = (_, { pictures }) => ({ lengths: pictures.map(({ bytes }) => bytes.length) });

type Deed = (argument: string, task: VisionTask) => unknown;

/** What is answered with findings. */
const answers: Record<string, (argument: string, task: VisionTask) => Promise<PictureFindings>> = {
  /** Findings as JSON, of these very pictures. */
  answer: (findings, task) => Promise.resolve(findingsOf(findings, task)),
  /** Milliseconds without work, then as `answer`. */
  async slowly(argument, task) {
    const [ms = '', ...findings] = argument.split(' ');
    await sleep(Number(ms));
    return findingsOf(findings.join(' '), task);
  },
  /** Milliseconds of processor, then as `answer`. */
  compute(argument, task) {
    const [ms = '', ...findings] = argument.split(' ');
    spend(Number(ms));
    return Promise.resolve(findingsOf(findings.join(' '), task));
  },
};

/** Uses a processor for so many milliseconds, however long that takes by the clock. */
function spend(ms: number): void {
  const used = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  };
  const before = used();
  while (used() - before < ms);
}

/** The findings given, of as many pictures as the task has, each named as one of them. */
function findingsOf(findings: string, { pictures }: VisionTask): PictureFindings {
  const given = JSON.parse(findings) as PictureFindings;
  const renamed = pictures.flatMap(({ mediaId }, index) => {
    const picture = given.pictures[index];
    return picture ? [{ ...picture, mediaId }] : [];
  });
  const names = new Map(given.pictures.map(({ mediaId }, index) => [mediaId, pictures[index]?.mediaId]));
  /** What names none of the pictures given is of the first. */
  const nameOf = (mediaId: string) => names.get(mediaId) ?? pictures[0]?.mediaId ?? '';
  const named = <Part extends { mediaId: string } | null>(part: Part): Part =>
    part && { ...part, mediaId: nameOf(part.mediaId) };
  return {
    ...given,
    pictures: renamed,
    mrz: named(given.mrz),
    barcode: named(given.barcode),
    printed: named(given.printed),
    portrait: named(given.portrait),
    evidence: given.evidence.map(named),
    ...(given.selfie === undefined ? {} : { selfie: nameOf(given.selfie) }),
  };
}

/** What is done and then said. */
const deeds: Record<string, Deed> = {
  async wait(ms) {
    await sleep(Number(ms));
    return { waited: Number(ms) };
  },
  /** Computes, and has no end. */
  spin: () => spend(Infinity),
  /** Computes so many milliseconds of processor. */
  spend(ms) {
    spend(Number(ms));
    return { spent: Number(ms) };
  },
  /** Has no end and computes nothing, as on a machine that gives it no processor. */
  starve() {
    for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
  },
  kill: () => process.kill(process.pid, 'SIGKILL'),
  crash: () => process.kill(process.pid, 'SIGSEGV'),
  /** Ends the thread alone. */
  exit: () => process.exit(1),
  throw() {
    throw new TypeError('a text that was read');
  },
  /** Takes megabytes, and then its time, in milliseconds. */
  async grow(argument) {
    const [megabytes, ms] = argument.split(' ').map(Number);
    hoard.push(Buffer.alloc((megabytes ?? 0) * 2 ** 20, 1));
    await sleep(ms);
    return { megabytes };
  },
  surroundings: () => ({ environment: Object.keys(process.env), directory: process.cwd(), pid: process.pid }),
  /** Speaks for the process: sends the service a message as JSON. Goes on until it is ended. */
  say: (message) => speak(`{"message":${message},"blocks":[]}`),
  /** As `say`, several messages of a list. */
  recite: (messages) =>
    speakOf(
      (JSON.parse(messages) as unknown[]).map((message) => {
        const head = `{"message":${JSON.stringify(message)},"blocks":[]}`;
        return { announced: Buffer.byteLength(head), head };
      }),
    ),
  /** As `say`, an answer to the first task that it made this picture, in Base64. */
  hand(picture) {
    const block = Buffer.from(picture, 'base64');
    const result = { kind: 'prepare-selfie', made: true };
    const answer = { kind: 'done', result, failures: [] };
    const head = JSON.stringify({
      message: { kind: 'answer', id: 1, resident: 1, answer },
      blocks: [block.length],
    });
    return speakOf([{ announced: Buffer.byteLength(head), head, block }]);
  },
  /** Announces so many empty blocks. */
  blocks: (count) =>
    speak(`{"message":7,"blocks":[${Array.from({ length: Number(count) }, () => 0).join(',')}]}`),
  /** Announces a message of so many bytes. */
  announce: (bytes) => speakOf([{ announced: Number(bytes), head: '' }]),
  /** Sends what is no message. */
  garble: () => speak('no message at all'),
  /** Starts a program that would outlive it. */
  litter() {
    const { pid } = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 600_000)'], { stdio: 'ignore' });
    return { pid };
  },
};

/** As whoever took over the process could: the pipe to the service is open in every thread. */
const speak = (head: string): Promise<void> => speakOf([{ announced: Buffer.byteLength(head), head }]);

async function speakOf(messages: { announced: number; head: string; block?: Buffer }[]): Promise<void> {
  const parts = messages.flatMap(({ announced, head, block = Buffer.alloc(0) }) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(announced);
    return [length, Buffer.from(head), block];
  });
  const bytes = Buffer.concat(parts);
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(pipeDescriptor, bytes, at);
    } catch {
      // Full: the service has not read yet.
      await sleep(1);
    }
  }
  await sleep(60_000);
}

function commandOf({ pictures }: VisionTask): string {
  const text = Buffer.from(pictures[0]?.bytes ?? []).toString('latin1');
  const end = text.lastIndexOf('IEND');
  return end < 0 ? text : text.slice(end + 8);
}
