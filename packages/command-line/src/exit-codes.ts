/** Exit codes of every command. Stable: a number keeps its meaning. */
export const exitCodes = {
  done: 0,
  /** A check found something, e.g. an overdue list or a difference. */
  finding: 1,
  /** An unexpected failure; details are on standard error. The number that Node itself exits with. */
  failure: 1,
  /** The command line, or a line of the input, is not valid. */
  usage: 2,
  /** The service's rules reject it, e.g. a sixth key. */
  rejected: 3,
  /** No such integration, key, session, webhook or snapshot. */
  notFound: 4,
  /** The data directory is in use, or the database cannot be reached. */
  unavailable: 5,
  configuration: 6,
} as const;

/** The exit codes as help prints them. */
export const exitCodeSummary =
  '0 done, 1 finding or failure, 2 usage error, 3 rejected, 4 not found, 5 unavailable, 6 invalid configuration';
