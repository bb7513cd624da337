import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** `const { names } = await loadBundled('bundle', 'file')`, with any line breaks. */
const load = /const \{([^}]+)\} = await loadBundled\(\s*'[^']+',\s*'([^']+)'/g;

const files = readdirSync('bench', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.mjs'))
  .map((file) => `bench/${file}`);
const loads = files.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(load)].flatMap(([, names = '', module = '']) =>
    names.split(',').flatMap((name) => (name.trim() === '' ? [] : [{ file, name: name.trim(), module }])),
  ),
);

it('finds what the benches load', () => {
  expect(loads.map(({ name }) => name)).toContain('challengeSequences');
});

it.each(loads)('$name, which $file loads, is exported by $module', ({ name, module }) => {
  expect(readFileSync(module, 'utf8')).toMatch(new RegExp(`export [^;]*\\b${name}\\b`));
});
