export { exitCodes } from './exit-codes.ts';
export { nearest } from './nearest.ts';
export { isGiven, optionalText, parseInput, requiredText, texts, type CommandInput } from './parse-input.ts';
export { readCommandLine } from './read-command-line.ts';
export { evaluationVerbs, screeningVerbs } from './standalone-verbs.ts';
export { UsageError } from './usage-error.ts';
export type { Verb } from './verb.ts';
