/** The command line is invalid; the message describes the fault. */
export class UsageError extends Error {
  override name = 'UsageError';
}
