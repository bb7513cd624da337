// One endpoint, one name, everywhere: the route module, the use case and the test file are named after the endpoint.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../packages/contract/src/index.ts';

const service = fileURLToPath(new URL('../../packages/service/', import.meta.url));
const has = (file: string): boolean => existsSync(path.join(service, file));
/** Names of the files in a folder and its rooms. */
const filesIn = (folder: string): string[] =>
  readdirSync(path.join(service, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.basename(file));
const useCases = filesIn('src/usecases').filter((file) => !file.endsWith('.test.ts'));
const tests = filesIn('test');

/** Announced by the contract; until implemented, they answer as for an integration without the feature. */
const later = new Set([
  'get-watchlist-screening',
  'update-watchlist-screening',
  'validate-registry',
  'validate-registry-alias',
  'get-ine-registry',
  'get-curp-registry',
  'get-combined-ine-curp-registry',
]);

describe('endpoint names', () => {
  it.each(endpoints.filter(({ headers }) => headers === 'public').map(({ name }) => name))('%s', (name) => {
    expect(has(`src/http/public/endpoints/${name}.ts`) || later.has(name), `route module of ${name}`).toBe(
      true,
    );
    if (later.has(name)) return;
    expect(useCases, `use case of ${name}`).toContain(`${name}.ts`);
    expect(tests, `test of ${name}`).toContain(`${name}.test.ts`);
  });

  it('are unique', () => {
    const names = endpoints.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(useCases).size).toBe(useCases.length);
  });
});
