// Measures the disk space of an installation on Linux x64 from its files.
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { at } from '../tools/project.mjs';

/** Folders for other platforms that a package includes and an image does not need. @see deploy/Dockerfile */
const foreign = [/onnxruntime-node\/bin\/napi-v\d+\/(?!linux\/x64(\/|$))[^/]+\/[^/]+$/];
/** Builds for another C library or architecture, which an image for one platform does not install. */
const otherBuild = /(linuxmusl|darwin|win32|linux-(?!x64)|wasm32|freebsd)/;

const bytesBelow = (folder, skip) =>
  readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const full = path.join(folder, entry.name);
    if (skip(full)) return sum;
    if (entry.isDirectory()) return sum + bytesBelow(full, skip);
    return entry.isFile() ? sum + statSync(full).size : sum;
  }, 0);

const manifestOf = (folder) => JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));

/** Returns the folder in which Node finds a package from another folder, or null. */
function findPackage(name, from) {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const found = path.join(folder, 'node_modules', name);
    if (existsSync(path.join(found, 'package.json'))) return realpathSync(found);
    if (folder === path.dirname(folder)) return null;
  }
}

/** Returns the folders of all npm packages among the transitive runtime dependencies; optional ones only if they are installed. */
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

/** Counts the built programs that inspect pictures and their imports, but not what older builds left beside them. */
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
 * Measures the packages that inspecting pictures needs, the models, and the built programs, in bytes.
 * @returns {{ packages: { name: string, bytes: number }[], foreign: number, models: number, programs: number }} `foreign`
 *   is the size of files for other platforms, which `packages` does not count
 */
export function installedSize() {
  const isForeign = (file) => foreign.some((pattern) => pattern.test(file));
  const folders = [...runtimeFolders(at('packages/vision')), ...runtimeFolders(at('packages/service'))];
  const needed = new Set(runtimeFolders(at('packages/vision')));
  // The thread pool is a dependency of the service.
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
