import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { built, builtFile } from './pages.ts';

const tsc = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url));

/** What the compiler reports about a program that uses the package's declarations; empty when it compiles. */
function compile(program: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'countersign-types-'));
  writeFileSync(path.join(folder, 'countersign.d.ts'), built('countersign.d.ts'));
  writeFileSync(path.join(folder, 'program.ts'), program);
  const flags = [
    '--noEmit',
    '--strict',
    '--pretty',
    'false',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
  ];
  const { stdout } = spawnSync(tsc, [...flags, 'program.ts'], { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return stdout;
}

it.each([
  ['mts', 'nodenext', []],
  ['cts', 'node16', []],
  ['ts', 'esnext', ['--moduleResolution', 'bundler']],
])('is a package that a strict program installs and runs (%s, %s)', (ending, module, more) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'countersign-package-'));
  const at = path.join(folder, 'node_modules/@countersign/sdk');
  cpSync(path.dirname(builtFile('package.json')), at, { recursive: true });
  const program = path.join(folder, `a.${ending}`);
  writeFileSync(
    program,
    `import { createFrame, CountersignError } from '@countersign/sdk';
try { createFrame({ url: 'https://flow.example/v/a' }); }
catch (error) { if (error instanceof CountersignError) console.log(error.code); }`,
  );
  const flags = ['--strict', '--module', module, '--target', 'es2022', '--types', 'node', ...more];
  const roots = path.join(path.dirname(tsc), '../@types');
  const compiled = spawnSync(tsc, [...flags, '--typeRoots', roots, program], {
    cwd: folder,
    encoding: 'utf8',
  });
  const script = program.replace(/ts$/, 'js');
  const ran = module === 'esnext' ? null : spawnSync(process.execPath, [script], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect(compiled.stdout).toBe('');
  if (ran !== null) expect(ran.stdout + ran.stderr).toBe('NO_DOM\n');
});

it('the declarations admit the documented use, and reject an unknown event', () => {
  const use = (event: string) => `import { createFrame, CountersignError, MESSAGES } from './countersign';
    const controller = createFrame({ url: 'https://flow.example/v/a', onEvent: (message) => message === ${event} });
    const closed: Promise<'finished' | 'canceled' | 'host'> = controller.closed;
    const code: string = new CountersignError('NO_DOM', '').code;`;
  expect(compile(use('MESSAGES.FINISHED'))).toBe('');
  expect(compile(use("'APPROVED'"))).toContain('error TS2367');
});

it('the declarations include the global of the script in a module that imports only types', () => {
  const use = (url: string) => `import type { FlowEvent } from './countersign';
    export const open = (onEvent: (message: FlowEvent) => void) =>
      window.Countersign?.createFrame({ url: ${url}, onEvent }).close();`;
  expect(compile(use("'https://flow.example/v/a'"))).toBe('');
  expect(compile(use('7'))).toContain('error TS2322');
});
