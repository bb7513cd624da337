/**
 * The service cannot do this now: no connection or lock in time, a full disk, a database that is down. If the answer to a statement or
 * commit was lost, it is unknown whether it was executed, so only idempotent work may be repeated. HTTP answers with 503 and `Retry-After`.
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
