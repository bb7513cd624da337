import { programName } from './help.ts';

/** What a command prints to standard error where it did not do what it was given: every command begins it alike. */
export const complaintOf = (message: string): string => `${programName}: ${message}\n`;
