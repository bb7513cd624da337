import { describe, expect, it } from 'vitest';
import {
  consoleVerbs,
  givenOptions,
  withheldOptions,
  withheldVerbs,
} from '../../src/bin/console/console-verbs.ts';
import { installationOptions } from '../../src/bin/installation-options.ts';
import { commandTable } from '../../src/bin/verbs.ts';

const names = commandTable.verbs.map(({ name }) => name);
const withheld = Object.values(withheldVerbs).flat();
const served = commandTable.verbs.filter(({ name }) => name in consoleVerbs);

describe('the verbs of the console', () => {
  it.each(names)(
    'have a place for %s: either the console carries it out, or something keeps it out',
    (name) => {
      const places = [...Object.keys(consoleVerbs), ...withheld].filter((each) => each === name);
      expect(places).toEqual([name]);
    },
  );

  it('are verbs of the command line', () => {
    expect([...Object.keys(consoleVerbs), ...withheld].filter((name) => !names.includes(name))).toEqual([]);
  });

  it.each(served)('have a place for every option of $name', ({ name, options }) => {
    const own = Object.keys(options).filter((option) => !(option in installationOptions) && option !== 'by');
    const placed = [
      ...(consoleVerbs[name] ?? []),
      ...(givenOptions[name] ?? []),
      ...Object.keys(withheldOptions[name] ?? {}),
    ];
    expect(placed.toSorted()).toEqual(own.toSorted());
  });

  it('withhold options of verbs that they carry out', () => {
    expect(Object.keys(withheldOptions).filter((name) => !(name in consoleVerbs))).toEqual([]);
  });
});
