// Bundles our TypeScript into modules that Node can run.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from '../tools/bundle.mjs';
import { at } from '../tools/project.mjs';

/**
 * Bundles a file of the repository and imports the result.
 * @param {string} name of the bundle in `.build`
 * @param {string} source path of the TypeScript file, relative to the root
 */
export async function loadBundled(name, source) {
  const folder = at('.build');
  await bundle({ [name]: at(source) }, folder);
  return import(pathToFileURL(path.join(folder, `${name}.mjs`)).href);
}
