/** The command line is not valid; the message says how. */
export class UsageError extends Error {
  override name = 'UsageError';
}
