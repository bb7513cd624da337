import { readCommandLine } from '@countersign/command-line';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { verbs } from '../../src/bin/verbs.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const pages = [
  'README.md',
  'SECURITY.md',
  'examples/README.md',
  ...readdirSync(path.join(root, 'docs/guides')).map((name) => `docs/guides/${name}`),
];

/** Command lines in the blocks of code of a page, continued lines joined. */
function linesOf(page: string): string[] {
  const text = readFileSync(path.join(root, page), 'utf8').replaceAll(/\\\n\s*/g, '');
  return [...text.matchAll(/^ *```[^\n]*\n([^]*?)^ *```/gm)].flatMap(([, block = '']) =>
    block.split('\n').filter((line) => /\bbin\/countersign [a-z]/.test(line)),
  );
}

/** The words of a command as a shell would give them, up to a redirection, a pipe or a comment. */
function wordsOf(line: string): string[] {
  const [, command = ''] = /\bbin\/countersign (.*)$/.exec(line.replace(/"\$\(.*?\)"/, 'ID')) ?? [];
  const words: string[] = [];
  for (const [, double, single, plain = ''] of command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)) {
    const quoted = double ?? single;
    if (quoted === undefined && /^([#<>|]|\d?>|\)"?$)/.test(plain)) break;
    words.push(quoted ?? plain.replace(/\)?"$/, ''));
  }
  return words;
}

/** Commands inside the text of a page, without those whose place stands for several (`lists …`), and the last line of a start. */
function inlineOf(page: string): string[] {
  const text = readFileSync(path.join(root, page), 'utf8').replaceAll(/^ *```[^]*?^ *```/gm, '');
  return [...text.matchAll(/`((?:bin\/)?countersign [a-z][^`]*)`/g)]
    .map(([, command = '']) => command.replace(/^countersign/, 'bin/countersign').replaceAll('\n', ' '))
    .filter((command) => !/…|COMMAND|^bin\/countersign ready\b/.test(command));
}

const names = new Set(verbs.map(({ name }) => name));
const inline = pages.flatMap((page) => inlineOf(page).map((line) => [page, line] as const));
const printed = pages.flatMap((page) => linesOf(page).map((line) => [page, line.trim()] as const));

describe('every command line that a guide prints', () => {
  it('is found', () => expect(printed.length).toBeGreaterThan(100));

  it.each(printed)('%s: %s', (_page, line) => {
    expect(readCommandLine(wordsOf(line), { verbs, version: () => '' }).kind).toMatch(/^(run|print)$/);
  });

  it.each(inline)('%s, in its text: %s', (_page, line) => {
    // The name alone stands for the command.
    if (names.has(wordsOf(line).join(' '))) return;
    expect(readCommandLine(wordsOf(line), { verbs, version: () => '' }).kind).toMatch(/^(run|print)$/);
  });

  it('can be pasted: a shell would read <NAME> as a redirection', () => {
    expect([...printed, ...inline].filter(([, line]) => /<[A-Z]+>/.test(line))).toEqual([]);
  });
});
