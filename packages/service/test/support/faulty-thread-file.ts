import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { installationFile } from '../../src/runtime/installation-files.ts';

const source = installationFile('packages/service/test/support/faulty-vision-thread.ts');
const bundler = installationFile('tools/bundle.mjs');
/** Inside the repository, so that the packages are found from there. */
const buildDir = path.resolve(bundler, '../../.build/faulty-vision');

export const realFiles = {
  entry: installationFile('dist/vision-process.mjs'),
  thread: installationFile('dist/vision-thread.mjs'),
  modelsDir: path.dirname(installationFile('packages/vision/models/manifest.json')),
};

let built: Promise<string> | undefined;

/** Bundles the thread that fails on demand. @returns its absolute path */
export function faultyThread(): Promise<string> {
  built ??= build();
  return built;
}

async function build(): Promise<string> {
  const { bundle } = (await import(pathToFileURL(bundler).href)) as {
    bundle(entries: Record<string, string>, outDir: string): Promise<void>;
  };
  const name = `thread-${process.pid}`;
  await bundle({ [name]: source }, buildDir);
  return path.join(buildDir, `${name}.mjs`);
}
