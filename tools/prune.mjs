// Removes from node_modules what no program here uses: builds for other platforms that npm installs anyway, source maps of
// third-party code, duplicates of packages that are only bundled, and the demos and other networks of the packages
// used only for their face models. Uses only Node: runs after an install.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from './project.mjs';

/** The formatter's own chunks, except those for languages not used here. */
const oxfmtChunks = [
  'apis', 'babel', 'bindings', 'chunk', 'cli', 'dist', 'estree', 'html', 'index', 'init', 'markdown', 'napi-callbacks', 'plugin',
  'postcss', 'prettier', 'shared', 'yaml',
]; // prettier-ignore

/** Packages of which only these files are used, by path or prefix; licences are always kept. */
const openedFiles = {
  '@vladmandic/human': ['package.json', 'models/blazeface.', 'models/facemesh.'],
  '@vladmandic/face-api': ['package.json', 'model/face_recognition_model'],
  oxfmt: ['package.json', 'bin/', ...oxfmtChunks.map((name) => `dist/${name}`)],
  // Bundled from their ES modules; `require` finds another copy of each.
  '@mantine/core': ['package.json', 'esm/', 'lib/', 'styles/'],
  '@mantine/hooks': ['package.json', 'esm/', 'lib/'],
  '@simplewebauthn/server': ['package.json', 'esm/'],
  '@tanstack/query-core': ['package.json', 'build/modern/'],
  '@tanstack/react-query': ['package.json', 'build/modern/'],
  '@tanstack/react-router': ['package.json', 'dist/esm/'],
  '@tanstack/router-core': ['package.json', 'dist/esm/'],
};

/** Where packages keep builds for several platforms: `<directory>/<platform>/<architecture>`. */
const buildDirectories = ['onnxruntime-node/bin/napi-v6'];

const scopesWithBuilds = ['.', '@img', '@oxc-parser', '@oxc-resolver', '@oxfmt', '@oxlint', '@rolldown'];

/** What this process runs on. `libc` is null where there is no choice. */
export const thisPlatform = () => ({
  os: process.platform,
  cpu: process.arch,
  libc:
    process.platform !== 'linux'
      ? null
      : process.report.getReport().header.glibcVersionRuntime === undefined
        ? 'musl'
        : 'glibc',
});

/**
 * Paths below `modules` not used on this platform, relative to it with `/`.
 * @param {string} modules absolute path of node_modules
 * @param {{ os: string, cpu: string, libc: 'glibc' | 'musl' | null }} platform
 */
export function superfluous(modules, platform) {
  return [
    ...buildDirectories.flatMap((directory) => foreignBuilds(modules, directory, platform)),
    ...scopesWithBuilds.flatMap((scope) => foreignLibc(modules, scope, platform)),
    ...Object.entries(openedFiles).flatMap(([name, opened]) => unopened(modules, name, opened)),
    ...sourceMaps(modules, ''),
  ];
}

/** Removes them. */
export function prune() {
  const modules = path.join(root, 'node_modules');
  for (const place of superfluous(modules, thisPlatform()))
    rmSync(path.join(modules, place), { recursive: true, force: true });
}

const list = (directory) => (existsSync(directory) ? readdirSync(directory, { withFileTypes: true }) : []);

function foreignBuilds(modules, directory, { os, cpu }) {
  return list(path.join(modules, directory)).flatMap(({ name }) =>
    name !== os
      ? [`${directory}/${name}`]
      : list(path.join(modules, directory, name))
          .filter((build) => build.name !== cpu)
          .map((build) => `${directory}/${name}/${build.name}`),
  );
}

function foreignLibc(modules, scope, { libc }) {
  if (libc === null) return [];
  // npm 10 also installs the WebAssembly builds, which replace a missing native one.
  const other = libc === 'glibc' ? /musl|-wasm32(-wasi)?$/ : /-linux-[^-]+-gnu$|-wasm32(-wasi)?$/;
  return list(path.join(modules, scope))
    .filter(({ name }) => other.test(name))
    .map(({ name }) => (scope === '.' ? name : `${scope}/${name}`));
}

/** Links are not followed: they lead to our own packages. */
const sourceMaps = (modules, directory) =>
  list(path.join(modules, directory)).flatMap((entry) => {
    const file = directory + entry.name;
    if (entry.isDirectory()) return sourceMaps(modules, `${file}/`);
    return entry.isFile() && /\.[cm]?(js|ts|css)\.map$/.test(entry.name) ? [file] : [];
  });

function unopened(modules, name, opened) {
  const below = (directory) =>
    list(path.join(modules, name, directory)).flatMap((entry) => {
      const file = directory + entry.name;
      if (/^licen[cs]e/i.test(entry.name) || opened.some((start) => file.startsWith(start))) return [];
      const holdsOpened = entry.isDirectory() && opened.some((start) => start.startsWith(`${file}/`));
      return holdsOpened ? below(`${file}/`) : [`${name}/${file}`];
    });
  return below('');
}
