import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { installationFile } from '../runtime/installation-files.ts';
import type { PageAnswer, Pages } from './pages.ts';

const files = ['countersign.js', 'countersign.mjs'] as const;
const yearSeconds = 31_536_000;

/**
 * `/sdk/v{version}/countersign.js` and `.mjs`: every version of the browser SDK that this installation ships. The content of such a path
 * never changes, so it may be cached forever; pages of any origin may load it with an integrity attribute.
 * @throws Error when a file does not match `integrity.json` beside it
 * @see spec/contract.md A-170
 */
export function sdkPages(): Pages {
  return new Map(
    versionFolders().flatMap((folder) =>
      files.map((file) => {
        const answer = readAnswer(folder, file);
        return [`/sdk/v${path.basename(folder)}/${file}`, () => answer] as const;
      }),
    ),
  );
}

/** Path of the newest version's script; `null` if none was built. */
export function newestSdk(): string | null {
  const versions = versionFolders().map((folder) => path.basename(folder));
  const newest = versions.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true })).at(-1);
  return newest === undefined ? null : `/sdk/v${newest}/${files[0]}`;
}

/** One folder per version; none if the SDK was not built, as when tests run from source. */
function versionFolders(): string[] {
  const folder = builtFolder();
  if (folder === null) return [];
  const all = readdirSync(folder).map((name) => path.join(folder, name));
  return all.filter((each) => existsSync(path.join(each, 'integrity.json')));
}

function builtFolder(): string | null {
  try {
    return installationFile('dist/sdk');
  } catch {
    return null;
  }
}

function readAnswer(folder: string, file: string): PageAnswer {
  const body = readFileSync(path.join(folder, file));
  const recorded = JSON.parse(readFileSync(path.join(folder, 'integrity.json'), 'utf8')) as Record<
    string,
    string
  >;
  const digest = `sha384-${createHash('sha384').update(body).digest('base64')}`;
  if (recorded[file] !== digest)
    throw new Error(`${path.join(folder, file)}: must have the digest ${recorded[file]}, not ${digest}`);
  return {
    status: 200,
    type: 'text/javascript; charset=utf-8',
    body,
    headers: {
      'cache-control': `public, max-age=${yearSeconds}, immutable`,
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    },
  };
}
