/** Messages between the service, the picture process and its threads. Types only: all three load this file. */
import type { PartFailure } from '@countersign/findings';
import type { CheckedReply } from './reply-forms.ts';
import type { SelfTest } from './sandbox/walls.ts';
import type { CaptureSubject, InspectionRequest, Picture } from './vision.ts';

/** What a thread is started with. */
export interface ThreadSettings {
  /** Directory of the built-in models. */
  modelsDir: string;
  /** Directory of the operator's model slots; `null` for none. */
  slotsDir: string | null;
  /** Which reader of printed text: the machine's own, the bundled one, the better one that is there, or none. */
  textEngine: 'auto' | 'native' | 'bundled' | 'off';
  /** Closes every picture loader but JPEG, PNG and WebP in the whole process; off only where tests draw in it. */
  closeOtherLoaders: boolean;
  /** Whether the process does other work beside that of its threads: what it uses is then not theirs. */
  shared: boolean;
}

/** How a task runs. */
interface Patience {
  /** By itself, with twice the time, so that a picture too slow to be read is answered as such. */
  final: boolean;
  /** How many times as long as usual it may take by the clock, from 1. */
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

/** Loads what the thread needs, so that the first picture does not wait for it. */
export interface WarmUp {
  kind: 'warm-up';
}

type Answered = Extract<CheckedReply, { kind: 'answer' }>['answer'];
type Done = Extract<Answered, { kind: 'done' }>;

/** What a task finds out, by the kind of task: findings, a score, or whether a picture was made. */
export type TaskResult = Done['result'];

/** What a thread answers about a task. */
export type TaskAnswer =
  | Exclude<Answered, { kind: 'done' }>
  | {
      kind: 'done';
      result: TaskResult;
      failures: PartFailure[];
      /** A picture that was made, JPEG. Travels beside the message. */
      picture?: Uint8Array;
    };

/** What a thread answers. */
export type ThreadAnswer =
  | TaskAnswer
  /** The thread is ready; identities of its models, `id@digest`. */
  | { kind: 'warm'; models: string[] }
  /** The models cannot be used; `reason` is in words of ours. */
  | { kind: 'broken'; reason: string };

/** What a picture process is started with: the content of its first message. */
export interface ProcessSettings extends ThreadSettings {
  /** Absolute path of the thread's file. */
  thread: string;
  threads: number;
}

/** To the picture process. The bytes of the pictures travel beside the message. */
export type ProcessRequest =
  /** With a self-test it tries the walls around it, and reports the result before it does anything else. */
  | { kind: 'start'; settings: ProcessSettings; selfTest: SelfTest | null }
  | { kind: 'run'; id: number; task: VisionTask };

/** From the picture process. `resident` is its memory in bytes at that moment. */
export type ProcessReply =
  | Exclude<CheckedReply, { kind: 'answer' }>
  | { kind: 'answer'; id: number; resident: number; answer: TaskAnswer };
