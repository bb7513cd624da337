import type { FrameMetrics } from './frame-metrics.ts';

/** Advice to the person; one piece at a time. */
export type Hint = 'place' | 'dark' | 'bright' | 'glare' | 'still' | 'blurred' | 'manual' | 'face';

/** Limits for frames worth capturing; the service makes the final check. */
const bounds = { dark: 50, bright: 215, clipped: 0.12, sharp: 60, faceSharp: 12, motion: 5, faceMotion: 6 };

/** The most important obstacle to capturing a frame; `null`: there is none. */
export function hintOf(metrics: FrameMetrics, subject: 'document' | 'face'): Hint | null {
  const isFace = subject === 'face';
  if (metrics.brightness < bounds.dark) return 'dark';
  if (metrics.brightness > bounds.bright) return 'bright';
  if (!isFace && metrics.edges < 3) return 'place';
  if (!isFace && metrics.clipped > bounds.clipped) return 'glare';
  if (metrics.motion > (isFace ? bounds.faceMotion : bounds.motion)) return 'still';
  return metrics.sharpness < (isFace ? bounds.faceSharp : bounds.sharp) ? 'blurred' : null;
}

/** Milliseconds for which frames have to stay good before one is captured. */
const steadyMs = { document: 500, face: 1_100 } as const;
/** Minimum time that a hint is shown. */
const hintMs = 1_200;
/** Time after which the shutter button is highlighted. */
const manualAfterMs = 10_000;

/** What to show, and whether to take the picture now. */
export interface Advice {
  hint: Hint | null;
  take: boolean;
  /** Fraction of the required time for which frames have been good. */
  steady: number;
}

/** Evaluates the frames of one capture. Times are milliseconds from any fixed origin, the same for all calls. */
export function createAdvisor(subject: 'document' | 'face') {
  let startedAt: number | null = null;
  let goodSince: number | null = null;
  let shown: { hint: Hint | null; at: number } = { hint: subject === 'face' ? 'face' : 'place', at: -hintMs };
  const counts: Record<string, number> = {};
  const show = (hint: Hint | null, at: number) => {
    if (hint === shown.hint || at - shown.at < hintMs) return;
    shown = { hint, at };
    if (hint !== null) counts[hint] = (counts[hint] ?? 0) + 1;
  };
  return {
    /** Number of times each hint was shown. */
    counts,
    follow(metrics: FrameMetrics, at: number): Advice {
      startedAt ??= at;
      const fault = hintOf(metrics, subject);
      goodSince = fault === null ? (goodSince ?? at) : null;
      const steady = goodSince === null ? 0 : Math.min(1, (at - goodSince) / steadyMs[subject]);
      const isLate = at - startedAt > manualAfterMs;
      show(fault === null ? 'still' : isLate && fault !== 'dark' ? 'manual' : fault, at);
      return { hint: shown.hint, take: steady >= 1, steady };
    },
  };
}
