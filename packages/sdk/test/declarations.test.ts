import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { built } from './pages.ts';

const tsc = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url));

/** What the compiler prints about a program that uses the package's declarations; empty when it accepts it. */
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

it('the declarations admit the documented use, and reject an unknown event', () => {
  const use = (event: string) => `import { createFrame, CountersignError, MESSAGES } from './countersign';
    const controller = createFrame({ url: 'https://flow.example/v/a', onEvent: (message) => message === ${event} });
    const closed: Promise<'finished' | 'canceled' | 'host'> = controller.closed;
    const code: string = new CountersignError('NO_DOM', '').code;`;
  expect(compile(use('MESSAGES.FINISHED'))).toBe('');
  expect(compile(use("'APPROVED'"))).toContain('error TS2367');
});
