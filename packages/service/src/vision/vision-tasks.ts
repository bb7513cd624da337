/** Messages between the service, the picture process and its threads. Types only: all three load this file. */
import type { PartFailure } from '@countersign/findings';
import type { CheckedReply } from './reply-forms.ts';
import type { SelfTest } from './sandbox/walls.ts';
import type { CaptureSubject, InspectionRequest, Picture } from './vision.ts';

/** Settings that a thread is started with. */
export interface ThreadSettings {
  /** Directory of the built-in models. */
  modelsDir: string;
  /** Directory of the operator's model slots; `null` for none. */
  slotsDir: string | null;
  /** Reader of printed text: the machine's own, the bundled one, the better of those available, or none. */
  textEngine: 'auto' | 'native' | 'bundled' | 'off';
  /** Disables all picture loaders except JPEG, PNG and WebP in the whole process; off only for tests that draw in it. */
  closeOtherLoaders: boolean;
  /** Whether the process does work other than that of its threads, whose CPU time is then not theirs. */
  shared: boolean;
}

/** How a task runs. */
interface Patience {
  /** Runs alone, with twice the time, so that a picture too slow to read is reported as such. */
  final: boolean;
  /** Factor on the elapsed time allowed, from 1. */
  patience: number;
}

/** Work for a thread. */
export type VisionTask =
  | ({ kind: 'inspect'; pictures: Picture[]; today: string; inspection: InspectionRequest } & Patience)
  | { kind: 'judge'; pictures: Picture[]; today: string; subject: CaptureSubject }
  /** One picture. */
  | ({ kind: 'prepare-selfie'; pictures: Picture[] } & Patience)
  /** Two pictures. */
  | { kind: 'compare-faces'; pictures: Picture[] };

/** Loads what the thread needs, so that the first picture does not have to wait. */
export interface WarmUp {
  kind: 'warm-up';
}

type Answered = Extract<CheckedReply, { kind: 'answer' }>['answer'];
type Done = Extract<Answered, { kind: 'done' }>;

/** Result of a task by its kind: findings, a score, or whether a picture was generated. */
export type TaskResult = Done['result'];

/** A thread's answer about a task. */
export type TaskAnswer =
  | Exclude<Answered, { kind: 'done' }>
  | {
      kind: 'done';
      result: TaskResult;
      failures: PartFailure[];
      /** A generated JPEG, sent with the message. */
      picture?: Uint8Array;
    };

/** A message from a thread. */
export type ThreadAnswer =
  | TaskAnswer
  /** The thread is ready; identities of its models, `id@digest`. */
  | { kind: 'warm'; models: string[] }
  /** The models cannot be used; `reason` is in our own words. */
  | { kind: 'broken'; reason: string };

/** Settings that a picture process is started with: the content of its first message. */
export interface ProcessSettings extends ThreadSettings {
  /** Absolute path of the thread's file. */
  thread: string;
  threads: number;
}

/** Messages to the picture process. The bytes of the pictures are sent with the message. */
export type ProcessRequest =
  /** With a self-test, it tests the walls around it and reports the result before doing anything else. */
  | { kind: 'start'; settings: ProcessSettings; selfTest: SelfTest | null }
  | { kind: 'run'; id: number; task: VisionTask };

/** Messages from the picture process. `resident` is its memory in bytes at that moment. */
export type ProcessReply =
  | Exclude<CheckedReply, { kind: 'answer' }>
  | { kind: 'answer'; id: number; resident: number; answer: TaskAnswer };
