/** Exit codes shared by all commands. They are stable: a number never changes its meaning. */
export const exitCodes = {
  done: 0,
  /** A check found something, e.g. an overdue list or a difference. */
  finding: 1,
  /** An unexpected failure; details are on standard error. Node itself exits with the same number. */
  failure: 1,
  /** The command line, or a line of the input, is invalid. */
  usage: 2,
  /** The service's rules reject it, e.g. a sixth key. */
  rejected: 3,
  /** No such integration, key, session, webhook or snapshot. */
  notFound: 4,
  /** The data directory is in use, or the database cannot be reached. */
  unavailable: 5,
  configuration: 6,
} as const;

/** The exit codes in the wording of the help. */
export const exitCodeSummary =
  '0 done, 1 finding or failure, 2 usage error, 3 rejected, 4 not found, 5 unavailable, 6 invalid configuration';
