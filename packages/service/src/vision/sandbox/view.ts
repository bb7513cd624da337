/** The part of the file system visible to the picture process: the program, its libraries and the models. */
import fs from 'node:fs';
import path from 'node:path';

/** Files of an installation needed to read pictures. */
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
 * Shared libraries and the loader's cache; the text reader, its languages and the configuration for reading line by line; information about
 * the processor.
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

/** A visible path, and its place in the view; they differ for symbolic links. */
export interface ShownPath {
  source: string;
  shown: string;
}

/** Paths without which the picture process does not work. */
export const neededPaths = ({ entry, thread, modelsDir, slotsDir }: VisionFiles): string[] => [
  entry,
  thread,
  modelsDir,
  ...filesIn(modelsDir),
  ...(slotsDir === null ? [] : [slotsDir, ...filesIn(slotsDir)]),
];

/** All paths of the view, ancestors first, without duplicates. */
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

/** All parent directories of the view's paths, ancestors first, without duplicates. */
export function directoriesAbove(view: readonly ShownPath[]): string[] {
  const above = (file: string): string[] => {
    const directory = path.dirname(file);
    return directory === '/' ? [] : [...above(directory), directory];
  };
  return [...new Set(view.flatMap(({ shown }) => above(shown)))];
}

/** The package directories that Node searches for imports of files in `directory`. */
function packagesAbove(directory: string): string[] {
  const above = path.dirname(directory);
  const own = path.join(directory, 'node_modules');
  return [own, ...(above === directory ? [] : packagesAbove(above))];
}

/** Models may be symbolic links. */
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
