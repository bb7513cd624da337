import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, bin } from './project.mjs';

const planted: readonly [rule: string, file: string, text: string][] = [
  [
    'max-lines',
    'long.ts',
    `${Array.from({ length: 401 }, (_, i) => `export const a${i} = ${i};`).join('\n')}\n`,
  ],
  ['no-explicit-any', 'any.ts', 'export const a = (x: any) => String(x);\n'],
  ['ban-ts-comment', 'ignore.ts', '// @ts-ignore: planted\nexport const a = 1;\n'],
  ['ban-ts-comment', 'expect-error.ts', '// @ts-expect-error: planted\nexport const a = 1;\n'],
  ['ban-ts-comment', 'nocheck.ts', '// @ts-nocheck: planted\nexport const a = 1;\n'],
  ['no-focused-tests', 'only.test.ts', "import { it } from 'vitest';\nit.only('x', () => {});\n"],
  ['no-disabled-tests', 'skip.test.ts', "import { it } from 'vitest';\nit.skip('x', () => {});\n"],
  ['warn-todo', 'todo.test.ts', "import { it } from 'vitest';\nit.todo('x');\n"],
];
const clean = `${Array.from({ length: 400 }, (_, i) => `export const a${i} = ${i};`).join('\n')}\n`;

let findings: { code: string; filename: string }[] = [];
const folder = mkdtempSync(path.join(os.tmpdir(), 'countersign-lint-'));
afterAll(() => rmSync(folder, { recursive: true }));
beforeAll(() => {
  for (const [, file, text] of planted) writeFileSync(path.join(folder, file), text);
  writeFileSync(path.join(folder, 'clean.ts'), clean);
  const { stdout } = spawnSync(
    bin('oxlint'),
    ['--config', at('.oxlintrc.json'), '--format', 'json', folder],
    {
      encoding: 'utf8',
    },
  );
  findings = (JSON.parse(stdout) as { diagnostics: typeof findings }).diagnostics;
});

describe('the linter', () => {
  it.each(planted)('finds by %s what was planted in %s', (rule, file) => {
    const codes = findings.filter(({ filename }) => path.basename(filename) === file).map(({ code }) => code);
    expect(codes).toContainEqual(expect.stringContaining(`(${rule})`));
  });

  it('finds nothing in a file of 400 plain lines', () => {
    expect(findings.filter(({ filename }) => path.basename(filename) === 'clean.ts')).toEqual([]);
  });
});
