/** What of the file system the picture process gets to see: the program, its libraries and the models. */
import fs from 'node:fs';
import path from 'node:path';

/** The files of an installation that reading pictures takes. */
export interface VisionFiles {
  /** Absolute path of the bundled `vision-process.mjs`. */
  entry: string;
  /** Absolute path of the thread's file. */
  thread: string;
  modelsDir: string;
  /** Directory of the operator's models; `null` for none. */
  slotsDir: string | null;
}

/**
 * Shared libraries and the loader's cache; the reader of printed text, its languages and what makes it write line by line; what gives
 * the processor's kind.
 */
const systemPaths = [
  '/lib',
  '/lib64',
  '/usr/lib',
  '/usr/lib64',
  '/usr/local/lib',
  '/nix/store',
  '/etc/ld.so.cache',
  '/usr/bin/tesseract',
  '/usr/share/tesseract-ocr',
  '/usr/share/tessdata',
  '/usr/libexec/coreutils/libstdbuf.so',
  '/sys/devices/system/cpu',
];

/** A path that is shown, and its place in the view; they differ for symbolic links. */
export interface ShownPath {
  source: string;
  shown: string;
}

/** What cannot be missing: without it the picture process does not work. */
export const neededPaths = ({ entry, thread, modelsDir, slotsDir }: VisionFiles): string[] => [
  entry,
  thread,
  modelsDir,
  ...filesIn(modelsDir),
  ...(slotsDir === null ? [] : [slotsDir, ...filesIn(slotsDir)]),
];

/** Every path of the view, outer ones first, each once. */
export function viewOf(files: VisionFiles, programs: readonly string[]): ShownPath[] {
  const { entry, thread, modelsDir, slotsDir } = files;
  const models = [modelsDir, ...(slotsDir === null ? [] : [slotsDir])];
  const wanted = [
    ...systemPaths,
    ...programs,
    ...[entry, thread].flatMap((file) => [path.dirname(file), ...packagesAbove(path.dirname(file))]),
    ...models,
    ...models.flatMap(linkTargets),
  ];
  const shown = [...new Set(wanted)].filter((file) => fs.existsSync(file));
  return shown
    .toSorted((one, other) => one.length - other.length)
    .map((file) => ({ source: fs.realpathSync(file), shown: file }));
}

/** Every directory on the way to a path of the view, outer ones first, each once. */
export function directoriesAbove(view: readonly ShownPath[]): string[] {
  const above = (file: string): string[] => {
    const directory = path.dirname(file);
    return directory === '/' ? [] : [...above(directory), directory];
  };
  return [...new Set(view.flatMap(({ shown }) => above(shown)))];
}

/** The package directories in which Node looks for what a file in `directory` imports. */
function packagesAbove(directory: string): string[] {
  const above = path.dirname(directory);
  const own = path.join(directory, 'node_modules');
  return [own, ...(above === directory ? [] : packagesAbove(above))];
}

/** Models may be links to where they are kept. */
function linkTargets(directory: string): string[] {
  return filesIn(directory).flatMap((file) => {
    const target = fs.realpathSync(file);
    return target === file ? [] : [target];
  });
}

function filesIn(directory: string): string[] {
  try {
    return fs
      .readdirSync(directory)
      .map((name) => path.join(directory, name))
      .filter((file) => fs.existsSync(file));
  } catch {
    return [];
  }
}
