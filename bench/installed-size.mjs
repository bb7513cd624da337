// What an installation takes on disk on Linux x64, by the files themselves.
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { at } from '../tools/project.mjs';

/** Folders of other platforms that a package brings along and an image can do without. @see deploy/Dockerfile */
const foreign = [/onnxruntime-node\/bin\/napi-v\d+\/(?!linux\/x64(\/|$))[^/]+\/[^/]+$/];
/** Builds for another C library or machine; an image for one platform does not install them. */
const otherBuild = /(linuxmusl|darwin|win32|linux-(?!x64)|wasm32|freebsd)/;

const bytesBelow = (folder, skip) =>
  readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const full = path.join(folder, entry.name);
    if (skip(full)) return sum;
    if (entry.isDirectory()) return sum + bytesBelow(full, skip);
    return entry.isFile() ? sum + statSync(full).size : sum;
  }, 0);

const manifestOf = (folder) => JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));

/** Where Node would find a package from a folder, or `null`. */
function findPackage(name, from) {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const found = path.join(folder, 'node_modules', name);
    if (existsSync(path.join(found, 'package.json'))) return realpathSync(found);
    if (folder === path.dirname(folder)) return null;
  }
}

/** Folders of all npm packages that run-time dependencies lead to; optional ones where they are installed. */
function runtimeFolders(start) {
  const found = new Set();
  const visit = (folder) => {
    const { dependencies = {}, optionalDependencies = {} } = manifestOf(folder);
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const next = findPackage(name, folder);
      if (next === null || found.has(next) || otherBuild.test(next)) continue;
      found.add(next);
      visit(next);
    }
  };
  visit(start);
  return [...found];
}

/** The built programs that look at pictures, with the parts they import; older builds leave others beside them. */
function programBytes() {
  const seen = new Set();
  const add = (file) => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(file, 'utf8');
    for (const [, next] of text.matchAll(/["'](\.{1,2}\/[^"']+\.mjs)["']/g)) {
      const full = path.resolve(path.dirname(file), next);
      if (existsSync(full)) add(full);
    }
  };
  for (const name of ['vision-process', 'vision-thread', 'evaluate']) add(at('dist', `${name}.mjs`));
  return [...seen].reduce((sum, file) => sum + statSync(file).size, 0);
}

const isOwn = (folder) => folder.startsWith(at('packages') + path.sep);
const inner = (folder) => path.join(folder, 'node_modules');

/**
 * Bytes of the packages that looking at pictures needs, of the models, and of the built programs that do it.
 * @returns {{ packages: { name: string, bytes: number }[], foreign: number, models: number, programs: number }} `foreign`
 *   is what packages bring for other platforms, not counted in `packages`
 */
export function installedSize() {
  const isForeign = (file) => foreign.some((pattern) => pattern.test(file));
  const folders = [...runtimeFolders(at('packages/vision')), ...runtimeFolders(at('packages/service'))];
  const needed = new Set(runtimeFolders(at('packages/vision')));
  // The pool that the threads run in is the service's.
  for (const folder of folders) if (/node_modules\/(piscina|@napi-rs\/.*)$/.test(folder)) needed.add(folder);
  const sizes = [...needed]
    .filter((folder) => !isOwn(folder))
    .map((folder) => {
      const all = bytesBelow(folder, (file) => file === inner(folder));
      const kept = bytesBelow(folder, (file) => file === inner(folder) || isForeign(file));
      return { name: folder.split('/node_modules/').at(-1), bytes: kept, left: all - kept };
    });
  return {
    packages: sizes.map(({ name, bytes }) => ({ name, bytes })).toSorted((a, b) => b.bytes - a.bytes),
    foreign: sizes.reduce((sum, { left }) => sum + left, 0),
    models: bytesBelow(at('packages/vision/models'), () => false),
    programs: programBytes(),
  };
}
