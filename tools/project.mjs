// Where the project is and how its tools start other programs. Uses only Node: this runs before anything is installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the repository. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Absolute path of something in the repository. */
export const at = (...parts) => path.join(root, ...parts);

/** Path of a command that an installed package provides. */
export const bin = (name) => at('node_modules', '.bin', name);

/**
 * Runs a program with the terminal passed through, or with its output collected in `into`.
 * @param {{ env?: object, cwd?: string, into?: string[] }} [options]
 * @returns {Promise<number>} its exit code; 128 + n for a death by signal, 127 for a missing program
 */
export function run(command, args, { env = {}, cwd = root, into } = {}) {
  return new Promise((resolve) => {
    const colour = process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined };
    const child = spawn(command, args, {
      cwd,
      stdio: into ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...colour, ...env },
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => into.push(String(chunk)));
    const forward = (signal) => child.kill(signal);
    process.on('SIGINT', forward).on('SIGTERM', forward);
    const done = (code) => {
      process.off('SIGINT', forward).off('SIGTERM', forward);
      resolve(code);
    };
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`);
      done(127);
    });
    child.once('close', (code, signal) => done(signal ? 128 + (signalNumbers[signal] ?? 0) : (code ?? 1)));
  });
}

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGABRT: 6, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 };

const generated = new Set(['node_modules', 'dist', '.git', '.tsbuild', '.build', 'data', 'coverage']);

/**
 * Files below a directory of the repository, as paths relative to the root with `/`, sorted, without generated folders.
 * A missing directory has none.
 */
export function filesBelow(directory, wanted = () => true) {
  if (!existsSync(at(directory))) return [];
  const found = [];
  for (const entry of readdirSync(at(directory), { withFileTypes: true })) {
    const relative = directory === '' ? entry.name : `${directory}/${entry.name}`;
    if (entry.isDirectory()) {
      if (!generated.has(entry.name)) found.push(...filesBelow(relative, wanted));
    } else if (entry.isFile() && wanted(relative)) {
      found.push(relative);
    }
  }
  return found.sort();
}

/** A digest that changes when a listed file is added, removed or written. Does not read contents, because it runs on every start. */
export function fingerprint(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const { size, mtimeMs } = statSync(at(file));
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** True when the product of `stampFile` was built from exactly this fingerprint. */
export const isCurrent = (stampFile, print) =>
  existsSync(at(stampFile)) && readFileSync(at(stampFile), 'utf8') === print;

/** Records what a product was built from; call it only after the product is complete. */
export function stamp(stampFile, print) {
  mkdirSync(path.dirname(at(stampFile)), { recursive: true });
  writeFileSync(at(stampFile), print);
}

/** Seconds with one decimal since `startedAt` (milliseconds of `performance.now()`). */
export const secondsSince = (startedAt) => ((performance.now() - startedAt) / 1000).toFixed(1);
