import { execFile, spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { installationFile } from '../../src/runtime/installation-files.ts';
import { realFiles } from '../support/faulty-thread-file.ts';
import type { HostileOutcome, HostileRun } from '../support/hostile-service.ts';

const bundler = installationFile('tools/bundle.mjs');
const root = path.resolve(bundler, '../..');
const buildDir = path.join(root, '.build/hostile-vision');
const support = path.join(root, 'packages/service/test/support');

beforeAll(async () => {
  const { bundle } = (await import(pathToFileURL(bundler).href)) as {
    bundle(entries: Record<string, string>, outDir: string): Promise<void>;
  };
  const entries = ['hostile-service', 'hostile-vision-thread'];
  await bundle(Object.fromEntries(entries.map((name) => [name, path.join(support, `${name}.ts`)])), buildDir);
});

const isRoot = process.geteuid?.() === 0;
const works = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
const hasNamespaces = works(
  'unshare',
  ...(isRoot ? [] : ['--map-root-user']),
  '--mount',
  '--net',
  '--pid',
  '--fork',
  'true',
);
const hasBubblewrap = works('bwrap', '--unshare-all', '--ro-bind', '/', '/', '--proc', '/proc', 'true');
/** Who runs the service: this user, and where that is root an ordinary one as well, with the installation where it can be read. */
const users = !isRoot
  ? (['an ordinary user'] as const)
  : hasNamespaces
    ? (['root', 'an ordinary user'] as const)
    : (['root'] as const);
type User = (typeof users)[number];

/** Runs the hostile service. An ordinary user gets the installation under another path: this one may be closed to it. */
function run(by: string, user: User, around: string[] = []): Promise<HostileOutcome> {
  const elsewhere = isRoot && user !== 'root';
  const at = (file: string) => (elsewhere ? path.join('/mnt', path.relative(root, file)) : file);
  const { entry, modelsDir } = realFiles;
  const thread = path.join(buildDir, 'hostile-vision-thread.mjs');
  const files = { entry: at(entry), thread: at(thread), modelsDir: at(modelsDir) };
  const program = [process.execPath, at(path.join(buildDir, 'hostile-service.mjs'))];
  const asUser = ['setpriv', '--reuid=65533', '--regid=65533', '--clear-groups', '--'];
  const prefix = elsewhere
    ? ['unshare', '--mount', 'sh', '-c', 'mount --bind "$0" /mnt && cd / && exec "$@"', root, ...asUser]
    : [];
  const command = [...prefix, ...around, ...program, JSON.stringify({ by, files } satisfies HostileRun)];
  const env = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', COUNTERSIGN_TEST_CANARY: 'canary-of-the-service' };
  return new Promise((resolve, reject) => {
    execFile(command[0] ?? '', command.slice(1), { env, timeout: 200_000 }, (error, stdout, stderr) => {
      if (stdout === '') reject(new Error(`${error?.message} ${stderr}`));
      else resolve(JSON.parse(stdout) as HostileOutcome);
    });
  });
}

const everything = [
  'blobs',
  'database',
  'environment',
  'gainPrivileges',
  'keyFile',
  'localSocket',
  'memory',
  'program',
  'signal',
  'write',
];

const way = (user: User) => (user === 'root' ? 'as another user' : 'in a user namespace');

describe.each(users)('hostile code in the picture process of a service run by %s', (user) => {
  it('reaches everything without a sandbox, which shows that these tests work (S25)', async () => {
    expect(await run('none', user)).toMatchObject({ error: null, reached: everything });
  });

  it.skipIf(!hasNamespaces)(
    'reaches nothing in the sandbox of util-linux (namespaces) (S25, S18)',
    async () => {
      const by = `unshare ${way(user)}`;
      expect(await run(by, user)).toMatchObject({ error: null, reached: [] });
    },
  );

  it('is reported as not isolated where the sandbox is off, and every figure is 0', async () => {
    const { line, metrics, reached } = await run('sandbox=off', user);
    expect(reached).toEqual(everything);
    expect(line).toMatch(/^picture process isolation: none; not isolated: the service's environment, /);
    expect(Object.values(metrics)).toEqual(Array.from({ length: 11 }, () => 0));
  });

  describe.skipIf(!hasBubblewrap)('(bubblewrap)', () => {
    it('reaches nothing (S25, S18)', async () => {
      const by = `bubblewrap ${way(user)}`;
      expect(await run(by, user)).toMatchObject({ error: null, reached: [] });
    });

    it('reaches nothing where the kernel refuses a /proc of its own (S25)', async () => {
      const by = `bubblewrap ${way(user)} without /proc`;
      expect(await run(by, user)).toMatchObject({ error: null, reached: [] });
    });

    it('reaches nothing where the whole sandbox is required, and the service reports what is isolated (S25)', async () => {
      const { line, metrics, reached } = await run('sandbox=required', user);
      expect(reached).toEqual([]);
      expect(line).toBe(
        'picture process isolation: environment=hidden memory=hidden processes=hidden files=hidden network=none ' +
          'local-sockets=none filesystem=read-only ' +
          (user === 'root' ? 'user=separate ' : '') +
          'privileges=none seccomp=on core-dumps=off; not isolated: ' +
          (user === 'root' ? 'nothing' : 'same user as the service'),
      );
      expect(metrics).toMatchObject({ environment: 1, memory: 1, files: 1, network: 1, seccomp: 1 });
    });
  });
});

/** Root as containers have it: without the right to make namespaces, or with nothing but what another user takes. */
const lesserRoots = [
  ['without CAP_SYS_ADMIN', '-sys_admin'],
  ['with CAP_SETUID, CAP_SETGID and CAP_KILL alone', '-all,+setuid,+setgid,+kill'],
] as const;

// Only root can make another user of it.
describe.each(isRoot ? lesserRoots : [])(
  'hostile code in the picture process of root %s',
  (_, capabilities) => {
    const around = ['setpriv', '--inh-caps=-all', `--bounding-set=${capabilities}`, '--'];

    it('as another user alone reaches the network and what is open to all, and no secret (S18)', async () => {
      const { error, reached } = await run('another user', 'root', around);
      expect({ error, reached }).toEqual({ error: null, reached: ['database', 'localSocket', 'program'] });
    });

    it.skipIf(!hasBubblewrap)('reaches nothing within a user namespace (bubblewrap) (S25)', async () => {
      expect(await run('sandbox=required', 'root', around)).toMatchObject({ error: null, reached: [] });
    });
  },
);

/** A container as Docker makes it: no capability, and no namespace for anybody. */
const container = ['bwrap', '--unshare-user', '--disable-userns', '--dev-bind', '/', '/', '--'];

describe.skipIf(!hasBubblewrap)('a service in a container that grants no namespaces (bubblewrap)', () => {
  const user = users.at(-1) ?? 'an ordinary user';

  it('reports what hostile code would reach', async () => {
    const { error, line, reached } = await run('sandbox=auto', user, container);
    // It can create files, but no byte goes into one.
    const left = everything.filter((name) => name !== 'gainPrivileges' && name !== 'write');
    expect({ error, reached }).toEqual({ error: null, reached: left });
    expect(line).toBe(
      'picture process isolation: privileges=none core-dumps=off; not isolated: ' +
        "the service's environment, the service's memory, other processes, key file and stored pictures, network, " +
        'local sockets, writable files, same user as the service, all system calls',
    );
  });

  it('does not start where the whole sandbox is required, and reports what is missing and what to install', async () => {
    const { error, reached } = await run('sandbox=required', user, container);
    expect(reached).toEqual([]);
    expect(error).toMatch(
      "VISION_SANDBOX=required: the picture process must not reach the service's environment, the service's memory, " +
        'other processes, key file and stored pictures, network, local sockets, writable files; ' +
        'install bubblewrap and allow user namespaces, or see docs/guides/run.md#isolation-of-the-picture-process ' +
        '(tried: bubblewrap in a user namespace: it ended with 1 bwrap: ',
    );
  });
});
