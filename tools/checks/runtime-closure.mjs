// What the running service is made of: every third-party package that its dependencies bring along, counted from the lock file, and
// those of its development dependencies whose code the bundle holds.
// Fewer is safer: each one is code of others that runs beside personal data. The limit only goes down.
const service = 'packages/service';
/**
 * Packages that are needed to build only, because the bundle holds the parts of them that run: none is installed beside it. The build
 * fails where the bundle holds code of a package that is neither here nor a run-time dependency. @see docs/decisions/0082
 */
export const bundledPackages = ['@hexagon/base64', '@levischuck/tiny-cbor', '@simplewebauthn/server'];
/** Counted on a machine with this system and processor, and glibc; other platforms differ only in the builds they take. */
const platform = { os: 'linux', cpu: 'x64' };
/** Lower this when a package goes. Raising it needs a decision page. */
const mostPackages = 66;

const allows = (list, value) =>
  list === undefined ||
  (list.some((entry) => !entry.startsWith('!')) ? list.includes(value) : !list.includes(`!${value}`));
// Not every npm writes `libc` into the lock file, so builds for musl are known by their names.
const fits = (place, { os, cpu }) =>
  allows(os, platform.os) && allows(cpu, platform.cpu) && !place.includes('musl');

/** Place in the lock file of what `name` means to the package at `from`, as Node resolves it; null when it is not installed. */
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
 * Third-party packages the service loads from, by `name@version`; one package in several places is one.
 * @param {{ packages?: Record<string, object> }} lock a parsed package-lock.json
 * @param {{ everyPlatform?: boolean }} options `everyPlatform`: with the builds for other systems; default false
 * @returns {Map<string, { name: string, entry: object, dependsOn: string[] }>} sorted by name
 */
export function runtimeClosure({ packages = {} }, { everyPlatform = false } = {}) {
  const seen = new Map();
  const found = new Map();
  /** @returns what a dependant names: itself where the package is third-party, else what our own package takes the place of */
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
  /** Of what it depends on, only what is bundled as well runs. */
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
