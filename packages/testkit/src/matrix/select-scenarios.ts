import type { Scenario } from './scenario.ts';

/**
 * Selects scenarios by words separated by commas: the one with exactly that id, otherwise those whose id, group or text contains
 * one of the words.
 * @param only `undefined` selects all
 */
export function selectScenarios(all: readonly Scenario[], only: string | undefined): Scenario[] {
  if (only === undefined) return [...all];
  const wanted = only.toLowerCase();
  const words = wanted.split(/\s*,\s*/).filter(Boolean);
  return all.filter(({ id, group, does }) =>
    words.some((word) =>
      all.some((one) => one.id === word)
        ? id === word
        : [id, group, does].some((text) => text.toLowerCase().includes(word)),
    ),
  );
}
