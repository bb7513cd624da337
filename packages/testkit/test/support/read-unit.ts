import fs from 'node:fs';
import path from 'node:path';

/** What systemd would run for a unit, and with what. */
export interface UnitRun {
  env: Record<string, string>;
  cwd: string;
  /** Commands with their arguments, in order: those before the start, and the start itself. */
  before: string[][];
  start: string[];
}

/** Name and value of a line of a unit or of its settings; `null` for anything else. */
function pairOf(line: string): [string, string] | null {
  const [, name, value] = /^([A-Za-z]\w*)=(.*)$/.exec(line) ?? [];
  return name === undefined || value === undefined ? null : [name, value];
}

const pairsIn = (file: string): [string, string][] =>
  fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const pair = pairOf(line);
      return pair === null ? [] : [pair];
    });

/**
 * Reads a service and its drop-ins as systemd does, as far as the units of `deploy/` go: environment, credentials, state directory,
 * commands.
 * @param place directory that takes the place of `/`
 */
export function readUnit(place: string, unit: string): UnitRun {
  const file = path.join(place, `etc/systemd/system/${unit}.service`);
  const dropIns = fs.existsSync(`${file}.d`) ? fs.readdirSync(`${file}.d`).toSorted() : [];
  const lines = [file, ...dropIns.map((each) => path.join(`${file}.d`, each))].flatMap(pairsIn);
  const all = (name: string) => lines.filter(([key]) => key === name).map(([, value]) => value);
  const last = (name: string) => all(name).at(-1) ?? '';
  const within = (text: string) => text.replaceAll(/(^|=)\/(?=etc|opt|var)/g, `$1${place}/`);
  const credentials = path.join(place, `run/credentials/${unit}.service`);
  fs.mkdirSync(credentials, { recursive: true, mode: 0o700 });
  for (const credential of all('LoadCredential')) {
    const [id = '', from = ''] = credential.split(':');
    fs.copyFileSync(within(from), path.join(credentials, id));
    fs.chmodSync(path.join(credentials, id), 0o400);
  }
  fs.mkdirSync(path.join(place, 'var/lib', last('StateDirectory')), { recursive: true, mode: 0o700 });
  const set = all('Environment').flatMap((text) => text.split(' '));
  const settings = [
    ...set.map((text) => pairOf(text)!),
    ...all('EnvironmentFile').map(within).flatMap(pairsIn),
  ];
  const commandOf = (text: string) => text.split(' ').map(within);
  return {
    env: Object.fromEntries(
      settings.map(([name, value]) => [name, within(value.replaceAll('%d', credentials))]),
    ),
    cwd: within(last('WorkingDirectory')),
    before: all('ExecStartPre').map(commandOf),
    start: commandOf(last('ExecStart')),
  };
}
