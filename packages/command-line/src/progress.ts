/** A progress line on a terminal for long-running commands. */
export interface Progress {
  /** Reports the number of items done. @param total absent if the total is unknown */
  at(done: number, total?: number): void;
  /** Clears the line. */
  end(): void;
}

/** Shows nothing; for work done on behalf of a remote terminal. */
export const silentProgress = (): Progress => ({ at: () => undefined, end: () => undefined });

/** The stream the line is written to. */
export interface ProgressStream {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** Minimum time between two lines, in milliseconds. */
const everyMs = 200;
const clearLine = '\r\u001B[K';

/**
 * Shows `Copying files: 1,204 of 9,800, 310/s, 28 s left` on a terminal, and nothing if standard error is a file or a pipe.
 * @param now a monotonic clock in milliseconds
 */
export function createProgress(
  label: string,
  stream: ProgressStream = process.stderr,
  now: () => number = () => performance.now(),
): Progress {
  if (stream.isTTY !== true) return silentProgress();
  const startedAt = now();
  let shownAt = startedAt;
  return {
    at(done, total) {
      const at = now();
      if (at - shownAt < everyMs) return;
      shownAt = at;
      stream.write(
        `${clearLine}${label}: ${progressText({ done, total, seconds: (at - startedAt) / 1000 })}`,
      );
    },
    end: () => void stream.write(clearLine),
  };
}

function progressText({
  done,
  total,
  seconds,
}: {
  done: number;
  total: number | undefined;
  seconds: number;
}) {
  const perSecond = done / seconds;
  const count = (value: number) => value.toLocaleString('en');
  const rate = `${perSecond >= 10 ? count(Math.round(perSecond)) : perSecond.toFixed(1)}/s`;
  if (total === undefined) return `${count(done)}, ${rate}`;
  const left = done === 0 ? '' : `, ${durationText((total - done) / perSecond)} left`;
  return `${count(done)} of ${count(total)}, ${rate}${left}`;
}

function durationText(seconds: number): string {
  if (seconds < 100) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}
