import path from 'node:path';
import { pathToFileURL } from 'node:url';

const root = path.resolve(import.meta.dirname, '../../../..');
const directory = path.join(root, '.build/test-programs');

/**
 * Bundles a program that a test starts again and again: bundling it for every start takes longer than what it does.
 * @param name of a file of this folder, without `.ts`
 * @returns absolute path of what Node runs
 */
export async function bundledProgram(name: string): Promise<string> {
  const { bundle } = (await import(pathToFileURL(path.join(root, 'tools/bundle.mjs')).href)) as {
    bundle(entries: Record<string, string>, outDir: string): Promise<void>;
  };
  await bundle({ [name]: path.join(import.meta.dirname, `${name}.ts`) }, directory);
  return path.join(directory, `${name}.mjs`);
}
