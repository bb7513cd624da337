/** Entry point of a vision thread: the only file of the service that loads the vision package. */
import {
  closeLoaders,
  createInspector,
  type Inspector,
  judgeCapture,
  prepareSelfie,
  scoreFaces,
  TookTooLong,
} from '@countersign/vision';
import type { PartFailure } from '@countersign/findings';
import { workerData } from 'piscina';
import { ownProcessorTime } from './processor-time.ts';
import { pagesDirectory } from './sandbox/pages-directory.ts';
import type { ThreadAnswer, ThreadSettings, VisionTask, WarmUp } from './vision-tasks.ts';

const { closeOtherLoaders, shared, ...settings } = workerData as ThreadSettings;
if (closeOtherLoaders) closeLoaders();

const nothing = new Uint8Array();
/** Maximum length of a reported reason. */
const longestReason = 2_000;

/** Parts that failed in the current task; a thread runs one at a time. */
let failures: PartFailure[] = [];
const opening = openInspector();

/** Reads the pictures of one task. */
export default async function work(task: VisionTask | WarmUp): Promise<ThreadAnswer> {
  const opened = await opening;
  if ('kind' in opened) return opened;
  if (task.kind === 'warm-up') return { kind: 'warm', models: Object.values(opened.models.ids) };
  failures = [];
  try {
    return { kind: 'done', ...(await look(opened, task)), failures };
  } catch (error) {
    if (error instanceof TookTooLong) return { kind: 'late' };
    return { kind: 'failed', error: classOf(error) };
  }
}

type Looked = Pick<Extract<ThreadAnswer, { kind: 'done' }>, 'result' | 'picture'>;

async function look(inspector: Inspector, task: VisionTask): Promise<Looked> {
  const [one = nothing, other = nothing] = task.pictures.map(({ bytes }) => bytes);
  if (task.kind === 'inspect')
    return { result: { kind: 'inspect', findings: await inspector.inspect(task) } };
  if (task.kind === 'judge') {
    const findings = await judgeCapture(inspector.models, one, { subject: task.subject });
    return { result: { kind: 'judge', findings } };
  }
  if (task.kind === 'compare-faces')
    return { result: { kind: 'compare-faces', score: await scoreFaces(inspector.models, one, other) } };
  const picture = await prepareSelfie(one, { ...task, used });
  const result = { kind: 'prepare-selfie', made: picture !== null } as const;
  return picture === null ? { result } : { result, picture };
}

/**
 * Milliseconds of CPU time used by this inspection, never overstated: unreported time is not counted. In a process that only reads pictures,
 * it is the time of the process, native threads included; next to other work, it is the time of this thread.
 */
function used(): number {
  if (shared) return ownProcessorTime();
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

async function openInspector(): Promise<Inspector | ThreadAnswer> {
  try {
    return await createInspector({
      ...settings,
      pagesDir: pagesDirectory,
      used,
      onFailure: (part, error) => failures.push({ part, error: classOf(error) }),
    });
  } catch (error) {
    // No picture has been opened yet, so the message cannot contain anything from one.
    const reason = error instanceof Error ? error.message : 'the models cannot be loaded';
    return { kind: 'broken', reason: reason.slice(0, longestReason) };
  }
}

/** Only names that could be those of classes: a name is data, and may quote input. */
function classOf(error: unknown): string {
  const name = error instanceof Error ? error.name : typeof error;
  return /^[\w$]{1,80}$/.test(name) ? name : 'Error';
}
