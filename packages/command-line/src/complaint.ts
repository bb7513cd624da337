import { programName } from './help.ts';

/** Formats the standard-error message of a command that failed; all commands use the same prefix. */
export const complaintOf = (message: string): string => `${programName}: ${message}\n`;
