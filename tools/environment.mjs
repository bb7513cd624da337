// What this machine provides for the tests. Anything missing is reported at the end of the run, with the reason.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';

const connectMs = 2000;

function answers(host, port) {
  return new Promise((resolve) => {
    const socket = net.connect({ host, port, timeout: connectMs });
    const done = (result) => {
      socket.destroy();
      resolve(result);
    };
    socket
      .once('connect', () => done(true))
      .once('error', () => done(false))
      .once('timeout', () => done(false));
  });
}

/** Where the tests look for PostgreSQL: `TEST_DATABASE_URL`, else 127.0.0.1:5432. */
export function postgresAddress(env = process.env) {
  if (!env.TEST_DATABASE_URL) return { host: '127.0.0.1', port: 5432 };
  const url = new URL(env.TEST_DATABASE_URL);
  // An IPv6 address is in brackets in a URL, and without them everywhere else.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return { host: host || '127.0.0.1', port: Number(url.port || 5432) };
}

const browsers = JSON.parse(
  readFileSync(new URL('../packages/browser-kit/src/programs.json', import.meta.url), 'utf8'),
);

/** Why a browser of `packages/browser-kit/src/programs.json` cannot be tested here: one of its programs is missing; else null. */
export function browserMissing(name, env = process.env) {
  const folders = (env.PATH ?? '').split(path.delimiter);
  const isThere = (names) => names.some((each) => folders.some((at) => existsSync(path.join(at, each))));
  const { programs, packages } = browsers[name];
  return programs.every(isThere) ? null : `not installed here; install ${packages}`;
}

/** Why Debian's tesseract cannot be tested here: it, or one of its languages, is missing; else null. */
export function tesseractMissing() {
  const { status, stdout } = spawnSync('tesseract', ['--list-langs'], { encoding: 'utf8' });
  if (status !== 0)
    return 'no tesseract here; install tesseract-ocr, tesseract-ocr-spa and tesseract-ocr-por';
  const offered = new Set(stdout.split('\n').map((line) => line.trim()));
  const missing = ['eng', 'spa', 'por'].filter((language) => !offered.has(language));
  return missing.length === 0 ? null : `tesseract lacks ${missing.join(', ')}; install tesseract-ocr-…`;
}

/** Why the samples in Python cannot be run here; else null. */
export function pythonMissing() {
  const { status } = spawnSync('python3', ['--version']);
  return status === 0 ? null : 'no python3 here; install python3';
}

/** Why the samples in PHP cannot be run here; else null. */
export function phpMissing() {
  const { status } = spawnSync('php', ['--version']);
  return status === 0 ? null : 'no php here; install php-cli';
}

/** Samples in Go: part of the nightly suite, and of the daily one if Go is installed. */
function goPart() {
  const isHere = spawnSync('go', ['version']).status === 0;
  if (!isHere && process.env.NIGHTLY !== '1') return [];
  return [{ name: 'Go', pattern: /\(Go\)/, missing: isHere ? null : 'no go here; install golang-go' }];
}

/** Why sandboxes cannot be tested here: bubblewrap is missing, or the kernel permits it nothing; else null. */
export function bubblewrapMissing() {
  const { status, error, stderr } = spawnSync(
    'bwrap',
    ['--unshare-all', '--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev', 'true'],
    { encoding: 'utf8' },
  );
  if (error) return 'no bubblewrap here; install bubblewrap';
  return status === 0 ? null : `bubblewrap cannot make namespaces here: ${stderr.trim()}`;
}

/** Why util-linux cannot create namespaces here, as root or in a user namespace; else null. */
export function namespacesMissing() {
  const mapped = process.geteuid() === 0 ? [] : ['--map-root-user'];
  const { status } = spawnSync('unshare', [...mapped, '--mount', '--net', '--pid', '--fork', 'true']);
  return status === 0 ? null : 'the kernel or the container grants no namespaces; allow user namespaces';
}

/** Why the exposure of the systemd unit cannot be measured here; else null. */
export function systemdAnalyzeMissing() {
  const { status } = spawnSync('systemd-analyze', ['--version']);
  return status === 0 ? null : 'no systemd-analyze here; install systemd';
}

/** Why the rules for Prometheus cannot be tested here; else null. */
export function promtoolMissing() {
  const { status } = spawnSync('promtool', ['--version']);
  return status === 0 ? null : 'no promtool here; install prometheus';
}

/**
 * The parts of the test suite that need something from the machine.
 * `pattern` matches their tests by full name; `missing` is null, or why they cannot run here.
 */
export async function optionalParts() {
  const { host, port } = postgresAddress();
  const hasPostgres = await answers(host, port);
  return [
    { name: 'embedded database (PGlite)', pattern: /\bpglite\b/i, missing: null },
    {
      name: 'PostgreSQL',
      pattern: /\bpostgres(ql)?\b/i,
      missing: hasPostgres
        ? null
        : `nothing answers at ${host}:${port}; start PostgreSQL or set TEST_DATABASE_URL`,
    },
    { name: 'bubblewrap', pattern: /\(bubblewrap\)/, missing: bubblewrapMissing() },
    { name: 'namespaces', pattern: /\(namespaces\)/, missing: namespacesMissing() },
    { name: 'systemd-analyze', pattern: /\(systemd-analyze\)/, missing: systemdAnalyzeMissing() },
    { name: 'promtool', pattern: /\(promtool\)/, missing: promtoolMissing() },
    { name: 'Python', pattern: /\(Python\)/, missing: pythonMissing() },
    { name: 'PHP', pattern: /\(PHP\)/, missing: phpMissing() },
    ...goPart(),
    { name: 'tesseract (Debian)', pattern: /tesseract \(Debian\)/, missing: tesseractMissing() },
    { name: 'Chromium', pattern: /\(Chromium\)/, missing: browserMissing('chromium') },
    { name: 'Firefox', pattern: /\(Firefox\)/, missing: browserMissing('firefox') },
    { name: 'WebKit', pattern: /\(WebKit\)/, missing: browserMissing('webkit') },
  ];
}
