// Contents of the running service: every third-party package in its dependency tree, counted from the lock file, and
// those of its development dependencies whose code is in the bundle.
// Fewer is safer: each one is third-party code that runs next to personal data. The limit only goes down.
const service = 'packages/service';
/**
 * Packages needed only for building, because the bundle contains the parts that run: none is installed beside it. The build
 * fails if the bundle contains code of a package that is neither here nor a run-time dependency. @see docs/decisions/0082
 */
export const bundledPackages = ['@hexagon/base64', '@levischuck/tiny-cbor', '@simplewebauthn/server'];
/** Counted for this system and processor, with glibc; other platforms differ only in native builds. */
const platform = { os: 'linux', cpu: 'x64' };
/** Lower this when a package is removed. Raising it needs a decision page. */
const mostPackages = 66;

const allows = (list, value) =>
  list === undefined ||
  (list.some((entry) => !entry.startsWith('!')) ? list.includes(value) : !list.includes(`!${value}`));
// Not every npm writes `libc` into the lock file, so builds for musl are recognised by their names.
const fits = (place, { os, cpu }) =>
  allows(os, platform.os) && allows(cpu, platform.cpu) && !place.includes('musl');

/** Place in the lock file that `name` resolves to for the package at `from`, as in Node; null when it is not installed. */
function resolve(packages, from, name) {
  let base = from;
  for (;;) {
    const place = base === '' ? `node_modules/${name}` : `${base}/node_modules/${name}`;
    if (place in packages) return place;
    if (base === '') return null;
    const parent = base.lastIndexOf('node_modules/');
    base = parent <= 0 ? '' : base.slice(0, parent - 1);
  }
}

/**
 * Third-party packages loaded by the service, by `name@version`; a package in several places counts once.
 * @param {{ packages?: Record<string, object> }} lock a parsed package-lock.json
 * @param {{ everyPlatform?: boolean }} options `everyPlatform`: includes builds for other systems; default false
 * @returns {Map<string, { name: string, entry: object, dependsOn: string[] }>} sorted by name
 */
export function runtimeClosure({ packages = {} }, { everyPlatform = false } = {}) {
  const seen = new Map();
  const found = new Map();
  /** @returns what a dependant refers to: the package itself if it is third-party, otherwise what our own package stands for */
  const visit = (place) => {
    const entry = packages[place];
    if (entry.link) return visit(entry.resolved);
    if (!everyPlatform && !fits(place, entry)) return [];
    if (seen.has(place)) return seen.get(place);
    const name = entry.name ?? place.split('node_modules/').at(-1);
    const isThirdParty = place.includes('node_modules/');
    const id = `${name}@${entry.version}`;
    const own = isThirdParty ? [id] : [];
    seen.set(place, own);
    const wanted = Object.keys({ ...entry.dependencies, ...entry.optionalDependencies });
    const targets = wanted.map((each) => resolve(packages, place, each)).filter((target) => target !== null);
    const dependsOn = [...new Set(targets.flatMap(visit))].sort();
    if (isThirdParty) found.set(id, { name, entry, dependsOn });
    return own;
  };
  /** Of its dependencies, only those that are bundled as well are run. */
  const addBundled = (name) => {
    const place = `node_modules/${name}`;
    const entry = packages[place];
    if (entry === undefined) return;
    const wanted = Object.keys(entry.dependencies ?? {}).filter((each) => bundledPackages.includes(each));
    const dependsOn = wanted.map((each) => `${each}@${packages[`node_modules/${each}`].version}`).sort();
    found.set(`${name}@${entry.version}`, { name, entry, dependsOn });
  };
  if (service in packages) visit(service);
  for (const name of bundledPackages) addBundled(name);
  return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
}

const judge = ({ size }) =>
  size > mostPackages
    ? [
        `the service brings ${size} third-party packages, more than ${mostPackages}: cut one, or say why in docs/decisions`,
      ]
    : [];

const lockOf = (files) => JSON.parse(files.get('package-lock.json') ?? '{}');
const planted = Object.fromEntries(
  Array.from({ length: mostPackages + 1 }, (_, at) => [`node_modules/p${at}`, { version: '1.0.0' }]),
);

export const runtimePackages = {
  name: 'runtime packages',
  subject: `third-party packages of the service (at most ${mostPackages})`,
  run(files) {
    const closure = runtimeClosure(lockOf(files));
    return { checked: closure.size, findings: judge(closure) };
  },
  planted: [
    {
      files: {
        'package-lock.json': JSON.stringify({
          packages: {
            [service]: {
              dependencies: Object.fromEntries(
                Object.keys(planted).map((place) => [place.slice(13), '1.0.0']),
              ),
            },
            ...planted,
          },
        }),
      },
      finds: `brings ${mostPackages + 1} third-party packages`,
    },
  ],
  clean: {
    'package-lock.json': JSON.stringify({
      packages: {
        [service]: { dependencies: { a: '1.0.0' } },
        'node_modules/a': { version: '1.0.0', optionalDependencies: { b: '1.0.0', c: '1.0.0' } },
        'node_modules/b': { version: '1.0.0', os: ['win32'] },
        'node_modules/unused': { version: '1.0.0' },
      },
    }),
  },
};
