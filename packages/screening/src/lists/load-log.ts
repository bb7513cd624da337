import { createHash } from 'node:crypto';
import type { LoadReport } from '../model/listed-entity.ts';

const keptRejects = 100;
const keptUnknown = 1000;

/** Counts of everything left out from a part of a source. */
export type LoadedPart = Pick<LoadReport, 'rejects' | 'rejected' | 'unknown'>;

/** Collects a loader's report. */
export class LoadLog {
  readonly #rejects: { place: string; reason: string }[] = [];
  readonly #unknown = new Map<string, number>();
  readonly #digest = createHash('sha256');
  #rejected = 0;
  entities = 0;
  names = 0;
  publishedAt: string | null = null;
  /** Stated by the publisher; if null, the digest of the bytes is used. */
  version: string | null = null;

  /** @param place file and line, or file and record */
  reject(place: string, reason: string): void {
    this.#rejected += 1;
    if (this.#rejects.length < keptRejects) this.#rejects.push({ place, reason });
  }

  /** Counts a value for which the loader has no rule, such as `topic:role.new`. */
  count(what: string, times = 1): void {
    const key = what.slice(0, 100);
    const before = this.#unknown.get(key);
    if (before === undefined && this.#unknown.size >= keptUnknown) return;
    this.#unknown.set(key, (before ?? 0) + times);
  }

  /** Adds the report on the next part of the source. */
  take({ rejects, rejected, unknown }: LoadedPart): void {
    for (const { place, reason } of rejects) this.reject(place, reason);
    // Rejects without a recorded place.
    this.#rejected += rejected - rejects.length;
    for (const [what, times] of Object.entries(unknown)) this.count(what, times);
  }

  /** The report in the form that `take` accepts. */
  part(): LoadedPart {
    return { rejects: this.#rejects, rejected: this.#rejected, unknown: Object.fromEntries(this.#unknown) };
  }

  /** Digests bytes of the source in reading order; they determine the version if the publisher states none. */
  digest(bytes: Uint8Array): void {
    this.#digest.update(bytes);
  }

  report(): LoadReport {
    return {
      entities: this.entities,
      names: this.names,
      rejects: [...this.#rejects],
      rejected: this.#rejected,
      unknown: Object.fromEntries([...this.#unknown].sort(([a], [b]) => (a < b ? -1 : 1))),
      publishedAt: this.publishedAt,
      version: this.version ?? this.#digest.copy().digest('hex').slice(0, 32),
    };
  }
}
