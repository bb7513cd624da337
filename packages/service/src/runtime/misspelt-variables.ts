import { nearest } from '@countersign/command-line';
import { variables } from './variables.ts';

/** Shorter names are too similar: `HOME` is not a misspelling of `HOST`. */
const shortest = 8;

/** An unknown name in the environment, and the variable probably intended. */
export interface MisspeltVariable {
  name: string;
  meant: string;
}

/**
 * Finds names that differ from a variable of the service by at most two letters or a fifth of them. Not an error: the environment also has names of other
 * programs. If the variable itself is set, it was not misspelt.
 */
export function misspeltVariables(env: Readonly<Record<string, string | undefined>>): MisspeltVariable[] {
  const known = Object.keys(variables).filter((name) => name.length >= shortest);
  return Object.keys(env).flatMap((name) => {
    if (name.length < shortest || Object.hasOwn(variables, name)) return [];
    const meant = nearest(name, known, Math.max(2, Math.ceil(name.length / 5)));
    return meant === null || env[meant] !== undefined ? [] : [{ name, meant }];
  });
}
