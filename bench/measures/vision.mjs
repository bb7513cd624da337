// Inspection of pictures: accuracy on drawn pictures, speed, memory, size on disk, repeatability.
import { loadBundled } from '../load-bundled.mjs';
import { installedSize } from '../installed-size.mjs';
import { measureSpeed } from '../vision-speed.mjs';

const mebibyte = 2 ** 20;

function sizeRows() {
  const { packages, foreign, models, programs } = installedSize();
  const needed = packages.reduce((sum, { bytes }) => sum + bytes, 0) + models + programs;
  const largest = packages.slice(0, 4).map(({ name, bytes }) => `${name} ${Math.round(bytes / mebibyte)}`);
  return [
    {
      figure: 'installed size for pictures, Linux x64',
      value: needed / mebibyte,
      unit: 'MB',
      goal: { most: 180 },
      note: `${packages.length} packages (${largest.join(', ')}), models ${Math.round(models / mebibyte)}, programs ${Math.round(programs / mebibyte)}; without ${Math.round(foreign / mebibyte)} of other platforms`,
    },
  ];
}

/** Returns what a decision publishes about the document itself, as text; details of licences are below `licence`. */
const publishedBy = (readingOf) => (findings, person) => {
  const session = {
    document: {},
    person: person
      ? { firstName: person.firstName, lastName: person.lastName, dateOfBirth: person.birthDate }
      : {},
  };
  const { licence, address, ...reading } = readingOf(findings, session);
  const ofLicence = Object.entries(licence ?? {}).map(([name, value]) => [
    `licence.${name}`,
    Array.isArray(value) ? value.join(' ') : value,
  ]);
  return { ...reading, address: address?.full ?? null, ...Object.fromEntries(ofLicence) };
};

/**
 * @param {{ quick: boolean, only?: string }} options `only`: names of parts, separated by commas
 * @returns {Promise<import('../report.mjs').Row[]>}
 */
export async function vision({ quick, only }) {
  const requested = only?.split(',');
  const { measureVision } = await loadBundled('bench-vision', 'packages/vision/bench/vision.ts');
  const { checkPrint, readingOf } = await loadBundled('bench-core', 'packages/core/src/index.ts');
  // Not exported by the package, because only the draw of steps uses it.
  const { challengeFaults, challengeSequences } = await loadBundled(
    'bench-challenge',
    'packages/core/src/session/challenge.ts',
  );
  const challenge = { sequences: challengeSequences, faults: challengeFaults };
  // Each document has one page here, whose lighting is not measured.
  const agreement = (compared) => checkPrint({ ...compared, pictures: [] })[0]?.countsAs ?? null;
  const onPart = (name) => console.error(`  ${name} …`);
  const publish = publishedBy(readingOf);
  const options = { quick, challenge, agreement, publish, onPart, ...(requested ? { only: requested } : {}) };
  const rows = await measureVision(options);
  if (requested?.includes('speed') ?? true) {
    onPart('speed');
    rows.push(...(await measureSpeed({ quick })));
  }
  return (requested?.includes('size') ?? true) ? [...rows, ...sizeRows()] : rows;
}
