/**
 * Options of Node for a process that lives for moments: the embedded database is compiled once and quickly, because the better code
 * would not be ready before its end, and garbage is hardly collected.
 */
export const shortLived = ['--liftoff-only', '--min-semi-space-size=16', '--single-threaded-gc'];
