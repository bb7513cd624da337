import { spawn, type ChildProcess } from 'node:child_process';
import { ListsDirectory } from './lists-directory.ts';
import type { ListsLog } from './live-lists.ts';
import { readSourcesFile } from './sources-file.ts';

export interface RefreshOptions {
  /** Absolute watchlist directory. */
  directory: string;
  /** Minutes between loads; 0 never, null 30 if a source has an address. */
  minutes: number | null;
  /** The bundled command line. */
  program: string;
  log: ListsLog;
  /** Milliseconds between checks whether a load is due. */
  tickMs?: number;
  now?: () => number;
}

const usualMinutes = 30;
const usualTickMs = 60_000;
const mostTextBytes = 64 * 1024;

/** Environment passed to the child process: locations, and network access. Never keys. */
const passedOn = ['PATH', 'HOME', 'TMPDIR', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'];

/** Loads the lists periodically, each time in a separate process that ends when it is done. */
export class ListsRefresher {
  readonly #options: RefreshOptions;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | undefined;
  #child: ChildProcess | null = null;
  #running: Promise<void> | null = null;
  #startedAt = Number.NEGATIVE_INFINITY;
  #stopped = false;

  constructor(options: RefreshOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  start(): void {
    const tick = (): void => {
      void this.refreshWhenDue().finally(() => {
        if (this.#stopped) return;
        this.#timer = setTimeout(tick, this.#options.tickMs ?? usualTickMs);
        this.#timer.unref();
      });
    };
    tick();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#child?.kill('SIGTERM');
    await this.#running;
  }

  /** Loads if the last load is long enough ago. If several processes share a directory, the first one does it. */
  async refreshWhenDue(): Promise<void> {
    const minutes = await this.#minutes();
    if (minutes === 0) return;
    const current = await new ListsDirectory(this.#options.directory).current().catch(() => null);
    const confirmed = (current?.sources ?? []).map(({ confirmedAt }) => Date.parse(confirmedAt ?? ''));
    const newest = Math.max(this.#startedAt, ...confirmed.filter((time) => !Number.isNaN(time)));
    if (this.#now() - newest >= minutes * 60_000) await this.refresh({ offline: false });
  }

  /** Loads now, unless this process is already loading. Never throws. */
  refresh({ offline }: { offline: boolean }): Promise<void> {
    if (this.#stopped) return Promise.resolve();
    this.#startedAt = this.#now();
    this.#running ??= this.#load(offline).finally(() => (this.#running = null));
    return this.#running;
  }

  /** 0 when there is nothing to do. */
  async #minutes(): Promise<number> {
    const { minutes, directory, log } = this.#options;
    if (minutes === 0) return 0;
    try {
      const { sources } = await readSourcesFile(new ListsDirectory(directory).sourcesFile);
      return minutes ?? (sources.some(({ urls }) => urls.length > 0) ? usualMinutes : 0);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!/(?:does not exist|names no source)$/.test(reason))
        log.error({ reason }, 'watchlist refresh failed');
      return 0;
    }
  }

  #load(offline: boolean): Promise<void> {
    const { program, directory, log } = this.#options;
    const env = Object.fromEntries(passedOn.map((name) => [name, process.env[name]]));
    return new Promise((resolve) => {
      const child = spawn(
        process.execPath,
        [program, 'lists', 'load', '--json', ...(offline ? ['--offline'] : [])],
        { env: { ...env, SCREENING_DIR: directory }, stdio: ['ignore', 'ignore', 'pipe'] },
      );
      this.#child = child;
      let errorText = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        errorText = (errorText + text).slice(-mostTextBytes);
      });
      child.once('error', (error) => {
        log.error({ err: error }, 'watchlist load not started');
        resolve();
      });
      child.once('close', (code) => {
        this.#child = null;
        if (code === 0) log.info({ code }, 'watchlists checked');
        // 5: another process is loading.
        else if (code !== 5 && !this.#stopped)
          log.warn({ code, reason: errorText.trim() }, 'some watchlists not updated');
        resolve();
      });
    });
  }
}
