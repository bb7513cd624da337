// Dependencies of the packages: few, with exact versions, from any registry, without install scripts.
const mostRuntimePackages = 25;
const exact = /^\d+\.\d+\.\d+(-[\w.]+)?$/;
/** Packages whose install script is not needed: the native part comes as a prebuilt optional package, or is not used; some only print requests for donations. */
const harmlessScripts = new Set(['onnxruntime-node', 'fsevents', 'tesseract.js']);

const json = (files, file) => (files.has(file) ? JSON.parse(files.get(file)) : null);

function manifestFindings(file, manifest) {
  const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
  const findings = Object.entries(all)
    .filter(([, version]) => !exact.test(version))
    .map(([name, version]) => `${file} pins ${name} to ${version}, not to one version`);
  const count = Object.keys(manifest.dependencies ?? {}).length;
  return count > mostRuntimePackages
    ? [...findings, `${file} has ${count} runtime packages, more than ${mostRuntimePackages}`]
    : findings;
}

function lockFindings(lock) {
  return Object.entries(lock?.packages ?? {}).flatMap(([place, entry]) => {
    const name = place.split('node_modules/').at(-1);
    return [
      ...(/^https?:/.test(entry.resolved ?? '')
        ? [`package-lock.json names a registry host for ${name}`]
        : []),
      ...(entry.hasInstallScript && !harmlessScripts.has(name)
        ? [`package-lock.json: ${name} wants an install script`]
        : []),
      ...(place.includes('node_modules/') && !entry.link && !entry.integrity
        ? [`package-lock.json: ${name} has no digest`]
        : []),
    ];
  });
}

export const manifests = {
  name: 'manifests',
  subject: 'manifests',
  run(files) {
    const places = [...files.keys()].filter((file) =>
      /^((packages|apps)\/[^/]+\/)?package\.json$/.test(file),
    );
    const findings = places.flatMap((file) => manifestFindings(file, json(files, file)));
    return {
      checked: places.length,
      findings: [...findings, ...lockFindings(json(files, 'package-lock.json'))],
    };
  },
  planted: [
    { files: { 'package.json': '{"dependencies":{"pg":"^8.0.0"}}' }, finds: 'pins pg to ^8.0.0' },
    {
      files: {
        'packages/service/package.json': JSON.stringify({
          dependencies: Object.fromEntries(Array.from({ length: 26 }, (_, i) => [`p${i}`, '1.0.0'])),
        }),
      },
      finds: 'has 26 runtime packages',
    },
    {
      files: {
        'package.json': '{}',
        'package-lock.json':
          '{"packages":{"node_modules/a":{"resolved":"https://registry.example/a.tgz","integrity":"x"}}}',
      },
      finds: 'names a registry host for a',
    },
    {
      files: {
        'package.json': '{}',
        'package-lock.json': '{"packages":{"node_modules/a":{"hasInstallScript":true,"integrity":"x"}}}',
      },
      finds: 'a wants an install script',
    },
    {
      files: {
        'package.json': '{}',
        'package-lock.json': '{"packages":{"node_modules/a":{"version":"1.0.0"}}}',
      },
      finds: 'a has no digest',
    },
  ],
  clean: {
    'package.json': '{"dependencies":{"pg":"8.0.0"}}',
    'package-lock.json': '{"packages":{"packages/core":{}}}',
  },
};
