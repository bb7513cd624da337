import { describe, expect, it } from 'vitest';
import { readCommandLine } from './read-command-line.ts';
import { UsageError } from './usage-error.ts';
import type { Verb } from './verb.ts';

const verbs: Verb[] = [
  {
    name: 'keys add',
    about: 'adds a key',
    arguments: ['INTEGRATION'],
    options: {
      label: { type: 'string', value: 'TEXT', about: 'name of the key' },
      tag: { type: 'string', value: 'TAG', multiple: true, about: 'tag' },
      mode: { type: 'string', value: 'MODE', need: 'required', about: 'mode of the key' },
      now: { type: 'boolean', need: 'choice', about: 'starts at once' },
      at: { type: 'string', value: 'TIME', need: 'choice', about: 'starts later' },
    },
    example: 'keys add i-1 --mode test --now',
  },
  { name: 'keys list', about: 'lists keys', arguments: [], options: {}, example: 'keys list' },
  { name: 'read', about: 'reads images', arguments: ['[IMAGE …]'], options: {}, example: 'read a.jpg' },
];
const program = { verbs, version: () => '1.2.3' };
const read = (...args: string[]) => readCommandLine(args, program);
const textOf = (...args: string[]) => {
  const line = read(...args);
  return line.kind === 'print' ? line.text : null;
};
const exitCodes =
  'Exit codes: 0 done, 1 finding or failure, 2 usage error, 3 rejected, 4 not found, 5 unavailable, 6 invalid configuration.\n';

describe('a command line', () => {
  it('is a verb with its arguments and options', () => {
    const words = ['i-1', '--label=-5', '--tag', 'a', '--tag', 'b', '--mode', 'test', '--now'];
    const line = read('keys', 'add', ...words);
    expect(line).toMatchObject({
      kind: 'run',
      verb: { name: 'keys add' },
      input: { positionals: ['i-1'], options: { label: '-5', tag: ['a', 'b'], mode: 'test', now: true } },
      args: words,
    });
  });

  it('may repeat repeatable arguments, and treats everything after -- as arguments', () => {
    expect(read('read')).toMatchObject({ input: { positionals: [] } });
    expect(read('read', 'a', 'b', '--', '--c')).toMatchObject({ input: { positionals: ['a', 'b', '--c'] } });
  });

  it.each([
    [['kes', 'list'], 'unknown command "kes list"; did you mean "keys list"?'],
    [['keys', 'lst'], 'unknown command "keys lst"; did you mean "keys list"?'],
    [
      ['--lable', 'a', 'keys', 'add'],
      '--lable: must follow a command; "countersign help" prints all commands',
    ],
    [['kees'], 'unknown command "kees"; did you mean "keys"?'],
    [['raed', 'a.jpg'], 'unknown command "raed a.jpg"; did you mean "read"?'],
    [['keys', 'frobnicate'], 'unknown command "keys frobnicate"; expected one of: "keys add", "keys list"'],
    [['keys'], '"keys": must be followed by another word; expected one of: "keys add", "keys list"'],
    [['frobnicate', 'i-1'], 'unknown command "frobnicate"; "countersign help" prints all commands'],
    [['help', 'keys', 'lst'], 'unknown command "keys lst"; did you mean "keys list"?'],
    [['frobnicate', '--help'], 'unknown command "frobnicate"; "countersign help" prints all commands'],
    [['keys', 'list', '--jelp'], 'unknown option --jelp; did you mean --help?'],
    [['keys', 'add', 'i-1', '--lable', 'x'], 'unknown option --lable; did you mean --label?'],
    [['keys', 'list', '--constructor'], 'unknown option --constructor'],
    [['keys', 'list', '-x'], 'unknown option -x'],
    [['keys', 'add', 'i-1', '--label'], '--label: must have a value, TEXT'],
    [
      ['keys', 'add', 'i-1', '--label', '--now'],
      '--label: must have a value, TEXT; write --label=--now if it is --now',
    ],
    [['keys', 'add', 'i-1', '--now=yes'], '--now: must have no value'],
    [['keys', 'add', 'i-1', '--label', 'a', '--label', 'b'], '--label: must be given once'],
    [
      ['keys', 'add'],
      'INTEGRATION: must be given; usage: countersign keys add INTEGRATION --mode MODE (--now | --at TIME) [--label TEXT] [--tag TAG …]',
    ],
    [
      ['keys', 'add', 'i-1', 'i-2', '--now'],
      '"i-2": must be left out; keys add takes no more than INTEGRATION; usage: countersign keys add INTEGRATION --mode MODE (--now | --at TIME) [--label TEXT] [--tag TAG …]',
    ],
    [
      ['keys', 'add', 'i-1', '--now'],
      '--mode: must be given; usage: countersign keys add INTEGRATION --mode MODE (--now | --at TIME) [--label TEXT] [--tag TAG …]',
    ],
    [
      ['keys', 'list', 'i-1'],
      '"i-1": must be left out; keys list takes no argument; usage: countersign keys list',
    ],
  ])('%j is refused', (args, message) => {
    expect(() => read(...args)).toThrow(new UsageError(message));
  });
});

describe('help', () => {
  it('of a command has its usage, options, an example and the exit codes', () => {
    expect(textOf('keys', 'add', '--help')).toBe(
      [
        'Usage: countersign keys add INTEGRATION --mode MODE (--now | --at TIME) [--label TEXT] [--tag TAG …]',
        '',
        'adds a key',
        '',
        'Arguments:',
        '  INTEGRATION  name in any letter case, id, or the beginning of the id, at least 4 characters; "integration list" prints them',
        '',
        'Options:',
        '  --label TEXT  name of the key',
        '  --tag TAG     tag',
        '  --mode MODE   mode of the key',
        '  --now         starts at once',
        '  --at TIME     starts later',
        '  --help        prints this help',
        '',
        'Example:',
        '  countersign keys add i-1 --mode test --now',
        '',
        exitCodes,
      ].join('\n'),
    );
    for (const args of [
      ['help', 'keys', 'add'],
      ['keys', 'add', '-h'],
      ['keys', 'add', '--lable', '--help'],
    ])
      expect(textOf(...args)).toBe(textOf('keys', 'add', '--help'));
  });

  it('of the program lists every command', () => {
    const text = [
      'Usage: countersign COMMAND [ARGUMENTS] [OPTIONS]',
      '',
      '  keys add   adds a key',
      '  keys list  lists keys',
      '  read       reads images',
      '',
      '"countersign COMMAND --help" and "countersign help COMMAND" print options and an example.',
      '"countersign --version" prints the version.',
      exitCodes,
    ].join('\n');
    expect([textOf(), textOf('help'), textOf('--help'), textOf('-h')]).toEqual([text, text, text, text]);
  });

  it('of a group lists only its commands', () => {
    expect(textOf('help', 'keys')).toContain('\n  keys add   adds a key\n  keys list  lists keys\n\n');
    expect(textOf('keys', '--help')).toBe(textOf('help', 'keys'));
  });
});

describe('--version', () => {
  it('prints the version', () => {
    expect(textOf('--version')).toBe('countersign 1.2.3\n');
  });

  it('is an unknown command if the program has no version', () => {
    expect(() => readCommandLine(['--version'], { verbs })).toThrow(UsageError);
  });
});
