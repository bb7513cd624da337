import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { installationFile } from '../runtime/installation-files.ts';
import type { Page, PageAnswer } from './pages.ts';

const compress = promisify(gzip);
const yearSeconds = 31_536_000;

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.http': 'text/plain; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** Headers of files whose names contain a digest of their content: they may be cached forever. */
export const immutable = {
  'cache-control': `public, max-age=${yearSeconds}, immutable`,
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const;

/** The folder that contains `file` in this installation's build; `null` if it was not built. */
export function builtFolder(file: string): string | null {
  try {
    return path.dirname(installationFile(file));
  } catch {
    return null;
  }
}

/** A file in memory, sent with gzip to clients that accept it; compressed formats are sent as they are. */
export function filePage(
  name: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>>,
): Page {
  const plain: PageAnswer = { status: 200, type: types[path.extname(name)] ?? '', body, headers };
  if (name.endsWith('.png')) return () => plain;
  const varied = { ...headers, vary: 'accept-encoding' };
  let small: Promise<PageAnswer> | null = null;
  const shrink = async (): Promise<PageAnswer> => ({
    ...plain,
    body: await compress(body, { level: 9 }),
    headers: { ...varied, 'content-encoding': 'gzip' },
  });
  return (_, request) =>
    takesGzip(request.headers['accept-encoding']?.toString() ?? '')
      ? (small ??= shrink())
      : { ...plain, headers: varied };
}

/** A page for every file in a folder with a supported type, by its address below `base`, which ends in `/`. */
export function folderPages(
  folder: string,
  base: string,
  headers: Readonly<Record<string, string>>,
): [string, Page][] {
  return readdirSync(folder)
    .filter((name) => path.extname(name) in types)
    .map((name) => [base + name, filePage(name, readFileSync(path.join(folder, name)), headers)]);
}

const takesGzip = (accepted: string): boolean => /\bgzip\b(?!\s*;\s*q=0(\.0+)?\s*(,|$))/i.test(accepted);
