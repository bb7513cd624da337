/**
 * The service cannot do this now: no connection in time, a lock that would not come, a full disk, a database that is away.
 * Where a statement or a commit was sent and its answer did not come, whether it was carried out is unknown: only what is safe to
 * repeat may be repeated. HTTP answers it with 503 and `Retry-After`.
 */
export class Unavailable extends Error {
  /** Seconds after which trying again makes sense. */
  readonly retryAfter: number;

  constructor(message: string, options: { cause?: unknown; retryAfter?: number } = {}) {
    super(message, { cause: options.cause });
    this.name = 'Unavailable';
    this.retryAfter = options.retryAfter ?? 1;
  }
}
