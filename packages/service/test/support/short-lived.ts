/**
 * Options of Node for a process that lives for moments: the embedded database is compiled once and quickly, because the better code
 * would not be ready before the process ends.
 */
export const shortLived = ['--liftoff-only'];
