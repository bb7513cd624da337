import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './project.mjs';
import { helpOf, scripts } from './script-help.mjs';

const commands = (
  JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
).scripts;

describe('npm run NAME -- --help', () => {
  it('has an entry for every script of package.json', () => {
    expect(Object.keys(scripts)).toEqual(Object.keys(commands));
  });

  it.each(Object.entries(commands))(
    'of %s prints what it does, its usage and an example',
    (name, command) => {
      const [, ...args] = command.split(' ');
      const { status, stdout, stderr } = spawnSync(process.execPath, [...args, '--help'], {
        cwd: root,
        encoding: 'utf8',
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toBe(`${helpOf(name)}\n`);
      expect(stdout).toMatch(/^[A-Z].+\.\n\nusage: npm [\s\S]*\nexample: /);
    },
  );
});
