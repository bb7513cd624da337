import { readCommandLine } from '@countersign/command-line';
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CommandTable } from '../../src/bin/command-table.ts';
import { type AnyVerb, verbSources } from '../../src/bin/verb-sources.ts';
import { commandTable, verbs } from '../../src/bin/verbs.ts';

const root = path.resolve(import.meta.dirname, '../../../..');

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

function run(program: string, args: readonly string[], input = ''): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [path.join(root, program), ...args],
      { env: { PATH: process.env['PATH'] ?? '' } },
      (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr }),
    );
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}
const countersign = (...args: string[]) => run('bin/countersign', args);

const table = verbs.map((verb) => ({ ...verb, words: verb.name.split(' ') }));
const printed = (args: readonly string[]): string => {
  const line = readCommandLine(args, { verbs, version: () => '' });
  return line.kind === 'print' ? line.text : '';
};

describe('the table of verbs', () => {
  it('names every verb once, and none is the beginning of another', () => {
    const names = verbs.map(({ name }) => `${name} `);
    expect(names.filter((name) => names.filter((other) => other.startsWith(name)).length > 1)).toEqual([]);
    expect(names.length).toBeGreaterThan(40);
  });

  it.each(table)('$name has help with usage, every option and an example', ({ words, ...verb }) => {
    const text = printed([...words, '--help']);
    expect(text).toMatch(new RegExp(`^Usage: countersign ${verb.name}\\b`));
    expect(text).toContain(`\n${verb.about}\n`);
    for (const name of [...Object.keys(verb.options), 'help'])
      expect(text).toMatch(new RegExp(`\\n {2}--${name}\\b.*  \\S`));
    expect(text).toContain(`\nExample:\n  countersign ${verb.example}\n`);
    expect(text).toMatch(/\nExit codes: 0 done, .*\n$/);
    expect(printed(['help', ...words])).toBe(text);
  });

  it('has every verb below a heading', () => {
    const { verbs: all, groups } = commandTable;
    const headed = groups.flatMap(({ firstWords }) => firstWords);
    expect(all.map(({ name }) => name).filter((name) => !headed.includes(name.split(' ')[0] ?? ''))).toEqual(
      [],
    );
  });

  it('shows what an identifier may be: for the API whole, else its beginning, an integration also by name', () => {
    const id = 'id, or its beginning, at least 4 characters';
    expect(printed(['session', 'show', '--help'])).toContain(
      `\nArguments:\n  INTEGRATION  name in any letter case, id, or the beginning of the id, at least 4 characters; "integration list" prints them\n  SESSION      ${id}\n\nOptions:\n`,
    );
    expect(printed(['keys', 'promote', '--help'])).toContain(
      `\n  KEY          ${id}; "keys list" prints them\n`,
    );
    for (const words of [
      ['session', 'get'],
      ['session', 'watch'],
      ['media', 'upload'],
    ])
      expect(printed([...words, '--help'])).toContain(
        '\nArguments:\n  SESSION  whole id, as "session create" prints it\n\nOptions:\n',
      );
    expect(printed(['migrate', '--help'])).not.toContain('Arguments:');
  });

  it.each(table)('the example of $name is a command line of it', ({ name, example }) => {
    const [command = ''] = example.split(' < ');
    const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    expect(readCommandLine(words, { verbs })).toMatchObject({ kind: 'run', verb: { name } });
  });
});

describe('the program', () => {
  const left = JSON.parse(
    fs.readFileSync(path.join(root, '.build/test-bundle/commands.json'), 'utf8'),
  ) as CommandTable;
  // Of this program one verb of each kind, and every verb of the programs beside it.
  const ofOthers = table.filter((verb) => 'program' in verb).map(({ name }) => name);
  it.each(['serve', 'lists status', 'registries probe', 'integration create', ...ofOthers])(
    'answers %s --help with exit code 0 and no message',
    async (name) => {
      const text = printed(['help', ...name.split(' ')]);
      expect(await countersign(...name.split(' '), '--help')).toEqual({ code: 0, stdout: text, stderr: '' });
    },
  );

  it('reads command lines by a table that the build leaves: every verb as its source has it', () => {
    expect(left).toEqual(JSON.parse(JSON.stringify(commandTable)));
    for (const { words } of table) {
      const line = readCommandLine([...words, '--help'], { verbs: left.verbs });
      expect(line).toEqual({ kind: 'print', text: printed(['help', ...words]) });
    }
  });

  it('finds every verb of the table in the source that the table names', async () => {
    for (const { name, source } of left.verbs) {
      const loaded: readonly AnyVerb[] = await verbSources[source]();
      expect(loaded.map((verb) => verb.name)).toContain(name);
    }
  });

  it('loads less than 100 KB before it has read the command line: no use case, no schema, no engine of databases', () => {
    const loaded = new Set<string>();
    const load = (file: string) => {
      if (loaded.has(file)) return;
      loaded.add(file);
      const imports = fs.readFileSync(file, 'utf8').matchAll(/^import (?:[^"]* from )?"(\.[^"]+)";$/gm);
      for (const [, specifier = ''] of imports) load(path.join(path.dirname(file), specifier));
    };
    load(path.join(root, '.build/test-bundle/countersign.mjs'));
    expect(loaded.size).toBeGreaterThan(5);
    expect([...loaded].reduce((sum, file) => sum + fs.statSync(file).size, 0)).toBeLessThan(100_000);
  });

  it('prints help of every command, and of those of other programs', async () => {
    const { code, stdout } = await countersign('help');
    expect(code).toBe(0);
    for (const { name } of verbs) expect(stdout).toMatch(new RegExp(`\\n {2}${name} +\\S`));
    expect(await countersign('help', 'screen')).toEqual({
      code: 0,
      stdout: printed(['help', 'screen']),
      stderr: '',
    });
  });

  it('prints its version', async () => {
    expect(await countersign('--version')).toEqual({
      code: 0,
      stdout: 'countersign 0.1.0\n',
      stderr: '',
    });
  });

  it.each([
    [['sesion', 'show'], 'countersign: unknown command "sesion show"; did you mean "session show"?\n'],
    [['lists', 'load', '--ofline'], 'countersign: unknown option --ofline; did you mean --offline?\n'],
    [['screen', '--treshold', '80'], 'countersign: unknown option --treshold; did you mean --threshold?\n'],
    [['calibrate', '--uot', 'x'], 'countersign: unknown option --uot; did you mean --out?\n'],
  ])('exits with 2 for %j and prints the nearest name', async (args, stderr) => {
    expect(await countersign(...args)).toEqual({ code: 2, stdout: '', stderr });
  });

  it('runs a command of a program beside it', async () => {
    const ended = await run('dist/countersign.mjs', ['score-pairs'], 'Person\tAna Holt\tAna Holt\nPerson\n');
    expect(ended).toMatchObject({ code: 2, stdout: '100.00\n0.00\n' });
  });
});
