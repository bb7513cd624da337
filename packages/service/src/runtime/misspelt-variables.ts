import { nearest } from '@countersign/command-line';
import { variables } from './variables.ts';

/** Shorter names resemble too much: `HOME` is not `HOST`. */
const shortest = 8;

/** A name in the environment that is not read, and the variable that it was likely meant for. */
export interface MisspeltVariable {
  name: string;
  meant: string;
}

/**
 * What looks like a variable of the service and is none, in two letters or a fifth of them. No error: the environment holds names of other
 * programs, too. A variable that is set itself was not misspelt.
 */
export function misspeltVariables(env: Readonly<Record<string, string | undefined>>): MisspeltVariable[] {
  const known = Object.keys(variables).filter((name) => name.length >= shortest);
  return Object.keys(env).flatMap((name) => {
    if (name.length < shortest || Object.hasOwn(variables, name)) return [];
    const meant = nearest(name, known, Math.max(2, Math.ceil(name.length / 5)));
    return meant === null || env[meant] !== undefined ? [] : [{ name, meant }];
  });
}
