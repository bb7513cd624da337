/** The ways to start the picture process, from the one with most walls to the bare one. */
import fs from 'node:fs';
import path from 'node:path';
import { pagesDirectory } from './pages-directory.ts';
import { hardOpenFilesLimit } from './process-account.ts';
import { seccompFilter } from './seccomp-filter.ts';
import { directoriesAbove, type VisionFiles, viewOf } from './view.ts';

/** A different user for the picture process. */
export interface SandboxUser {
  uid: number;
  gid: number;
}

/** How one program is started with walls around it. */
export interface Launcher {
  /** The tools it uses, for the log. */
  name: string;
  /** Program and arguments placed before the program to run. */
  prefix: readonly string[];
  /** Written to `filterDescriptor` of the first program, which installs it; `null` for none. */
  filter: Buffer | null;
}

/** File descriptor on which `bwrap` reads the seccomp program. */
export const filterDescriptor = 4;

/** Starts the program as it is. */
export const bareLauncher: Launcher = { name: 'none', prefix: [], filter: null };

/** Programs of the operating system that put up walls; absolute paths, `null` where one is not installed. */
export interface SandboxPrograms {
  bwrap: string | null;
  unshare: string | null;
  setpriv: string | null;
  prlimit: string | null;
  sh: string | null;
}

const programFolders = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin'];

/** Searches only the system's own directories: `PATH` may contain one that others can write to. */
export function findPrograms(): SandboxPrograms {
  const find = (name: string) =>
    programFolders.map((folder) => path.join(folder, name)).find((file) => fs.existsSync(file)) ?? null;
  return {
    bwrap: find('bwrap'),
    unshare: find('unshare'),
    setpriv: find('setpriv'),
    prlimit: find('prlimit'),
    sh: find('sh'),
  };
}

/** Limits of the directory for pages, and of a file where there is one: a page takes at most 2 MB, and each thread stores one at a time. */
const pagesBytes = { directory: 64 * 1024 * 1024, file: 16 * 1024 * 1024 };

/**
 * No core dump, which would contain pictures; no writes to any file, unless the directory for pages is the only place to
 * write; no more open files than necessary. The address space is not limited: V8 and WebAssembly reserve far more of it than they
 * use, and memory in use is monitored from outside.
 */
const resourceLimits = (hasPages: boolean) => {
  const files = Math.min(1_024, hardOpenFilesLimit());
  const bytes = hasPages ? pagesBytes.file : 0;
  return ['--core=0:0', `--fsize=${bytes}:${bytes}`, `--nofile=${files}:${files}`];
};

export interface LauncherOptions {
  programs: SandboxPrograms;
  files: VisionFiles;
  /** The other user; `null` where the service cannot switch to one. */
  user: SandboxUser | null;
  /** The service is root and creates namespaces itself. Otherwise they are in a user namespace, if the kernel allows it. */
  isRoot: boolean;
}

/** One way to create namespaces. */
interface NamespaceOptions extends LauncherOptions {
  /** Creates them as the other user, instead of switching inside. */
  isUserOutside?: boolean;
}

/** Every launcher that the installed programs allow, strongest first; whether the kernel permits it is determined by trying. */
export function launchersFor(options: LauncherOptions): Launcher[] {
  const { user, isRoot } = options;
  const own = { ...options, user: null };
  // Root in a container may lack the right to create namespaces, and yet have it within a user namespace, like any user.
  const switched: NamespaceOptions[] =
    user === null ? [] : [options, { ...options, isRoot: false, isUserOutside: true }];
  const variants: NamespaceOptions[] = [...switched, own, ...(isRoot ? [{ ...own, isRoot: false }] : [])];
  return [
    ...variants.flatMap((variant) =>
      // Versions before 0.7 cannot limit a directory in memory.
      [true, false].flatMap((hasPages) =>
        [true, false].flatMap((hasProc) => bubblewrap(variant, { hasProc, hasPages })),
      ),
    ),
    ...variants.flatMap((variant) => (variant.isUserOutside === true ? [] : namespaces(variant))),
    ...(user === null ? [] : userOnly(options)),
    ...withoutPrivileges(options),
  ];
}

const nameOfUser = ({
  user,
  isRoot,
  isUserOutside,
}: Pick<NamespaceOptions, 'user' | 'isRoot' | 'isUserOutside'>) => {
  if (isUserOutside === true) return 'in a user namespace of another user';
  if (user !== null) return 'as another user';
  return isRoot ? 'as root' : 'in a user namespace';
};

const words = (line: string) => line.split(' ');

function limited({ prlimit }: SandboxPrograms, hasPages = false): string[] {
  return prlimit === null ? [] : [prlimit, ...resourceLimits(hasPages), '--'];
}

/** Drops every capability and the right to gain one; as another user if there is one. */
function dropped({ setpriv }: SandboxPrograms, user: SandboxUser | null): string[] {
  if (setpriv === null) return [];
  return [
    setpriv,
    ...(user === null ? [] : [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups']),
    '--no-new-privs',
    '--inh-caps=-all',
    // A process that stops being root keeps none and regains none; root would.
    ...(user === null ? ['--bounding-set=-all'] : []),
    '--',
  ];
}

/**
 * Separate namespaces for everything, a file system of only the required paths, no capabilities, fewer system calls. Ending
 * the first process ends all of them. The terminal is out of reach even without `--new-session`, with which the process would
 * lead a process group that it could end itself.
 */
function bubblewrap(
  variant: NamespaceOptions,
  { hasProc, hasPages }: { hasProc: boolean; hasPages: boolean },
): Launcher[] {
  const { programs, files, user, isRoot, isUserOutside = false } = variant;
  const { bwrap, setpriv } = programs;
  if (bwrap === null || (user !== null && setpriv === null)) return [];
  const inside = isUserOutside ? null : user;
  const filter = seccompFilter(process.arch);
  const view = viewOf(files, [process.execPath, ...(inside === null ? [] : [setpriv ?? ''])]);
  const lacking = [...(hasProc ? [] : ['without /proc']), ...(hasPages ? [] : ['without a place for pages'])];
  const pagesSize = pagesBytes.directory;
  return [
    {
      name: ['bubblewrap', nameOfUser(variant), ...lacking].join(' '),
      prefix: [
        ...limited(programs, hasPages),
        ...(isUserOutside ? dropped(programs, user) : []),
        bwrap,
        ...words(
          isRoot
            ? '--unshare-ipc --unshare-pid --unshare-net --unshare-uts --unshare-cgroup-try'
            : '--unshare-all',
        ),
        ...words('--die-with-parent --new-session --cap-drop ALL'),
        // Needed to switch to the other user inside, which then has none of them.
        ...(inside === null ? [] : words('--cap-add CAP_SETUID --cap-add CAP_SETGID')),
        // By default bubblewrap would create them for root alone. The process inside gives the better error if one has disappeared since.
        ...directoriesAbove(view).flatMap((directory) => ['--perms', '0755', '--dir', directory]),
        ...view.flatMap(({ source, shown }) => ['--ro-bind-try', source, shown]),
        ...(hasProc ? ['--proc', '/proc'] : []),
        ...(hasPages ? words(`--perms 1777 --size ${pagesSize} --tmpfs ${pagesDirectory}`) : []),
        ...words('--dev /dev --remount-ro /dev --chdir / --remount-ro /'),
        ...(filter === null ? [] : ['--seccomp', String(filterDescriptor)]),
        '--',
        ...(inside === null ? [] : dropped(programs, inside)),
      ],
      filter,
    },
  ];
}

/** The same namespaces and view with util-linux, which every Debian has: no seccomp filter. */
function namespaces({ programs, files, user, isRoot }: LauncherOptions): Launcher[] {
  const { unshare, setpriv, sh, prlimit } = programs;
  if (unshare === null || setpriv === null || sh === null) return [];
  const view = viewOf(files, [process.execPath, setpriv, ...(prlimit === null ? [] : [prlimit])]);
  return [
    {
      name: `unshare ${nameOfUser({ user, isRoot })}`,
      prefix: [
        unshare,
        ...(isRoot ? [] : ['--map-root-user']),
        ...words('--mount --net --pid --ipc --uts --fork --kill-child'),
        sh,
        '-c',
        viewScript,
        'sh',
        String(view.length),
        ...view.flatMap(({ source, shown }) => [source, shown]),
        ...limited(programs, true),
        ...dropped(programs, user),
      ],
      filter: null,
    },
  ];
}

/**
 * Builds the view and runs its remaining arguments in it. It stays as the first process of the namespace, because the kernel
 * shields that one from signals from within. The new root is assembled over `/sys`, from which nothing in the view comes except
 * what is skipped. `cd` leaves `OLDPWD` in the environment, a path of this script.
 */
const viewScript = `set -eu
umask 022
root=/sys
mount -t tmpfs -o mode=0755,nosuid,nodev,size=1m tmpfs $root
cd /
left=$1
shift
while [ "$left" -gt 0 ]; do
  source=$1 target=$root$2
  shift 2
  left=$((left - 1))
  case $source in /sys/*) continue ;; esac
  [ -e "$source" ] || continue
  if [ -d "$source" ]; then
    mkdir -p "$target"
  else
    mkdir -p "\${target%/*}"
    [ -e "$target" ] || : >"$target"
  fi
  mount -o bind,ro,nosuid,nodev "$source" "$target"
done
mkdir -p $root/dev $root/proc $root/old
for name in null zero random urandom; do
  : >$root/dev/$name
  mount --bind /dev/$name $root/dev/$name
done
mount -t proc -o nosuid,nodev,noexec proc $root/proc
mkdir $root${pagesDirectory}
mount -t tmpfs -o mode=1777,nosuid,nodev,noexec,size=${pagesBytes.directory} tmpfs $root${pagesDirectory}
mount -o remount,bind,ro,nosuid,nodev $root
cd $root
pivot_root . old
old/usr/bin/umount -l /old
cd /
unset OLDPWD
"$@"
exit $?`;

/** Only a different user: protects the service's own files and memory, but not the network, nor anything open to all users. */
function userOnly({ programs, user }: LauncherOptions): Launcher[] {
  if (programs.setpriv === null) return [];
  const prefix = [...limited(programs), ...dropped(programs, user)];
  return [{ name: 'another user', prefix, filter: null }];
}

/** The fallback when the kernel permits nothing else: the process can gain no privileges, leaves no core dump and writes no byte. */
function withoutPrivileges({ programs, isRoot }: LauncherOptions): Launcher[] {
  const { setpriv } = programs;
  const remain = setpriv === null ? [] : [setpriv, '--no-new-privs', '--'];
  const limits = limited(programs);
  return [
    ...(isRoot
      ? [{ name: 'no capabilities', prefix: [...limits, ...dropped(programs, null)], filter: null }]
      : []),
    { name: 'resource limits', prefix: [...limits, ...remain], filter: null },
  ];
}
