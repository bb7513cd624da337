/** The command line is not valid; the message gives the fault. */
export class UsageError extends Error {
  override name = 'UsageError';
}
