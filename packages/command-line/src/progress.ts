/** A line on a terminal that shows how far a long command is. */
export interface Progress {
  /** So many are done. @param total of how many; absent where they are not counted */
  at(done: number, total?: number): void;
  /** Removes the line. */
  end(): void;
}

/** Shows nothing: for work on behalf of a terminal that is elsewhere. */
export const silentProgress = (): Progress => ({ at: () => undefined, end: () => undefined });

/** Where the line goes. */
export interface ProgressStream {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** Milliseconds between two lines. */
const everyMs = 200;
const clearLine = '\r\u001B[K';

/**
 * Shows `Copying files: 1,204 of 9,800, 310/s, 28 s left` on a terminal, and nothing where standard error is a file or a pipe.
 * @param now milliseconds that only rise
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
