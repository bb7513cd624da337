import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import path from 'node:path';
import type { Config } from '../runtime/config.ts';
import { installationFile } from '../runtime/installation-files.ts';
import { readVersion } from '../runtime/version.ts';
import type { Page, PageAnswer, Pages } from './pages.ts';

/** Path of the archive of drawn documents and faces. */
const specimenPackPath = '/docs/specimens.zip';

/** Seconds after which a browser reloads while the pack is being drawn. */
const againSeconds = 5;

/** Location of the pack, and the program that creates it. */
export interface SpecimenPackPlace {
  /** Absolute path of the archive, which may not exist yet. */
  file: string;
  /** Absolute path of the program that draws it; its argument is the path of the archive. */
  program: string;
}

/**
 * The pack of this installation: drawn by a separate program on first request, which takes a minute of CPU, and kept
 * in the data directory under the version that drew it. Absent if the program was not built.
 * @see docs/decisions/0071-draw-the-specimen-pack-on-first-download.md
 */
export function specimenPackPages({ dataDir }: Pick<Config, 'dataDir'>): Pages {
  const program = builtProgram();
  if (program === null) return new Map();
  const file = path.resolve(dataDir, `specimens-${readVersion()}.zip`);
  return new Map([[specimenPackPath, specimenPack({ file, program })]]);
}

/** The page of a pack. Only one program runs at a time, and after a failure none until the service restarts. */
export function specimenPack(place: SpecimenPackPlace): Page {
  let drawing: Promise<void> | null = null;
  let failure: Error | null = null;
  // Kept in memory, so that concurrent downloads share one copy.
  let found: Buffer | null = null;
  return async () => {
    found ??= await readFile(place.file).catch(() => null);
    if (found !== null) return archive(found);
    if (failure !== null) throw failure;
    drawing ??= draw(place)
      .catch((error: unknown) => {
        failure = error instanceof Error ? error : new Error(String(error));
      })
      .finally(() => {
        drawing = null;
      });
    return beingDrawn;
  };
}

function builtProgram(): string | null {
  try {
    return installationFile('dist/specimen-pack.mjs');
  } catch {
    return null;
  }
}

/** @throws Error when the program fails */
async function draw({ file, program }: SpecimenPackPlace): Promise<void> {
  // The pipe closes when this process ends, which ends the program.
  const child = spawn(process.execPath, [program, file], { env: {}, stdio: ['pipe', 'ignore', 'pipe'] });
  // Must not keep this process alive.
  child.unref();
  for (const stream of [child.stdin, child.stderr]) if (stream instanceof Socket) stream.unref();
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => (printed = (printed + chunk.toString()).slice(-2_000)));
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`specimen pack: the program must exit with 0, not ${code}; ${printed}`);
}

const archive = (body: Buffer): PageAnswer => ({
  status: 200,
  type: 'application/zip',
  body,
  headers: {
    'cache-control': 'no-cache',
    'content-disposition': 'attachment; filename="countersign-specimens.zip"',
    'x-content-type-options': 'nosniff',
  },
});

/** Not an error but the time drawing takes: browsers reload by themselves, and `curl --retry` waits as the header specifies. */
const beingDrawn: PageAnswer = {
  status: 503,
  type: 'text/html; charset=utf-8',
  body: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="refresh" content="${againSeconds}"><title>Specimen pack</title><p>The specimen pack is being drawn, once for this installation. The download starts by itself within two minutes.</p></html>\n`,
  headers: {
    'retry-after': String(againSeconds),
    'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
  },
};
