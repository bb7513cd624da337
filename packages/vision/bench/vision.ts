/**
 * All measurements of picture inspection, as rows of one table. Pictures are drawn: these are regression figures that prove nothing
 * about people or real documents.
 */
import type { AgreementPolicy } from './agreement.ts';
import { measureBarcodes } from './barcodes.ts';
import { measureCaptures } from './captures.ts';
import { measureChallenge, type ChallengePolicy } from './challenge.ts';
import { measureEvidence } from './evidence.ts';
import { measureFaces } from './faces.ts';
import { measureMrz, type MrzRow } from './mrz.ts';
import { agreementRows, familyRows, printedRows, publishedRows } from './print-rows.ts';
import type { PublishPolicy } from './published.ts';
import { measureQualityCodes } from './quality.ts';
import { cpu, type Goal, listed, most, share, sum, type VisionRow } from './vision-row.ts';

/** Amount of measuring, and the service's policy. */
export interface VisionBenchOptions {
  /** True for a few pictures of everything instead of enough for meaningful confidence limits. */
  quick: boolean;
  challenge: ChallengePolicy;
  agreement: AgreementPolicy;
  publish: PublishPolicy;
  /** Names of the parts to measure; default all. */
  only?: readonly string[];
  /** Called with the name of each part when it begins. */
  onPart?: (name: string) => void;
}

const turned = new Set(['upside', 'sideways']);

async function zoneRows(pictures: number): Promise<VisionRow[]> {
  const rows = await measureMrz({ pictures });
  const of = (set: MrzRow['set']): MrzRow[] => rows.filter((row) => row.set === set);
  const count = (set: MrzRow['set'], name: 'pictures' | 'exact' | 'clean' | 'cleanButWrong'): number =>
    sum(of(set).map((row) => row[name]));
  const upright = of('specimen').filter(({ condition }) => !turned.has(condition));
  const others = [...of('specimen').filter(({ condition }) => turned.has(condition)), ...of('none')];
  const read = [...of('specimen'), ...of('harsh')];
  return [
    share({
      figure: 'zone: all lines exact, nine conditions',
      right: count('specimen', 'exact'),
      of: count('specimen', 'pictures'),
      goal: { least: 99 },
    }),
    ...of('specimen').map((row) =>
      share({ figure: `zone: ${row.condition}`, right: row.exact, of: row.pictures }),
    ),
    share({
      figure: 'zone: all lines exact, hard scans and web pictures',
      right: count('harsh', 'exact'),
      of: count('harsh', 'pictures'),
      note: 'no goal: harder than ordinary pictures',
    }),
    ...of('harsh').map((row) =>
      share({ figure: `zone, hard: ${row.condition}`, right: row.exact, of: row.pictures }),
    ),
    share({
      figure: 'zone: called clean but wrong',
      right: sum(read.map((row) => row.cleanButWrong)),
      of: sum(read.map((row) => row.pictures)),
      goal: { most: 0 },
    }),
    share({
      figure: 'zone: valid one reported where there is none',
      right: count('none', 'clean'),
      of: count('none', 'pictures'),
      goal: { most: 0 },
    }),
    cpu('zone, upright, p50 of the slowest condition', most(upright.map(({ cpuP50 }) => cpuP50)), 120),
    cpu('zone, upright, p95 of the slowest condition', most(upright.map(({ cpuP95 }) => cpuP95)), 120),
    cpu('zone, turned or none, p50 of the slowest condition', most(others.map(({ cpuP50 }) => cpuP50)), 400),
    cpu('zone, turned or none, p95 of the slowest condition', most(others.map(({ cpuP95 }) => cpuP95)), 400),
  ];
}

/** Goals by the name of the measurement; others are only reported. */
const codeGoals: Readonly<Record<string, Goal>> = {
  'AAMVA licence, typical': { least: 98 },
  'Colombian size, typical': { least: 92 },
  'QR code of a licence, any condition': { least: 91 },
};

async function codeRows(seeds: number): Promise<VisionRow[]> {
  const rows = await measureBarcodes({ seeds });
  return rows.map(({ name, hits, pictures, cpuP50, cpuP95 }) =>
    share({
      figure: name.startsWith('no code') ? `code read, ${name}` : `code: ${name}`,
      right: hits,
      of: pictures,
      goal: name.startsWith('no code') ? { most: 0 } : (codeGoals[name] ?? {}),
      note: `CPU p50 ${cpuP50}, p95 ${cpuP95} ms`,
    }),
  );
}

async function faceRows(seeds: number): Promise<VisionRow[]> {
  const rows = await measureFaces({ seeds });
  const found = rows.flatMap(({ name, found: rate, distance, cpuP50 }) =>
    rate === null
      ? []
      : [{ name, right: Math.round(rate.value * rate.cases), of: rate.cases, distance, cpuP50 }],
  );
  const cards = found.filter(({ name }) => name.startsWith('portrait on a card'));
  const stages = rows.filter((row) => row.found === null);
  return [
    share({
      figure: 'face: portrait found on a card, nine conditions',
      right: sum(cards.map(({ right }) => right)),
      of: sum(cards.map(({ of }) => of)),
      goal: { least: 100 },
      note: 'plumbing only',
    }),
    ...found.map(({ name, right, of, distance, cpuP50 }) =>
      share({
        figure: `face found: ${name}`,
        right,
        of,
        note: `distance to the untouched one p50 ${fixed(distance?.p50)}, most ${fixed(distance?.most)}; CPU p50 ${cpuP50} ms`,
      }),
    ),
    ...stages.map(({ name, cpuP50 }) => cpu(`face, ${name}, p50`, cpuP50)),
  ];
}

const fixed = (value: number | undefined): string => (value === undefined ? '–' : value.toFixed(2));

async function qualityRows(seeds: number): Promise<VisionRow[]> {
  const rows = await measureQualityCodes({ seeds });
  const good = rows.filter(({ fault }) => /clean|typical/.test(fault));
  const bad = rows.filter((row) => !good.includes(row));
  const total = (part: typeof rows, name: 'right' | 'pictures'): number => sum(part.map((row) => row[name]));
  return [
    share({
      figure: 'quality: right code first',
      right: total(bad, 'right'),
      of: total(bad, 'pictures'),
      goal: { least: 95 },
    }),
    share({
      figure: 'quality: false alarm on good pictures',
      right: total(good, 'pictures') - total(good, 'right'),
      of: total(good, 'pictures'),
      goal: { most: 3 },
    }),
    ...rows.map(({ fault, right, pictures, instead, cpuMs }) =>
      share({
        figure: `quality, ${fault}`,
        right,
        of: pictures,
        note: [`CPU ${cpuMs} ms`, ...(right < pictures ? [`instead ${listed(instead)}`] : [])].join('; '),
      }),
    ),
  ];
}

async function evidenceRows(seeds: number): Promise<VisionRow[]> {
  const { rows, costs } = await measureEvidence(seeds);
  return [
    ...rows
      .filter(({ kind, code }) => kind.startsWith('honest') || code === 'any')
      .map(({ kind, code, seen, pictures }) =>
        share({
          figure: `signs on ${kind}: ${code}`,
          right: seen,
          of: pictures,
          goal: kind.startsWith('honest') && code === 'any' ? { most: 3 } : {},
          note: kind.startsWith('honest') ? 'false alarms, strength from 0.5' : 'seen, strength from 0.5',
        }),
      ),
    cpu('signs, mean of the slowest kind', most(costs.map(({ cpuMs }) => cpuMs))),
  ];
}

async function challengeRows(policy: ChallengePolicy, films: number): Promise<VisionRow[]> {
  const rows = await measureChallenge(policy, { films });
  return rows.map(({ attack, films: of, stopped, faults, cpuP50 }) =>
    share({
      figure: attack === 'none' ? 'challenge: honest heads stopped' : `challenge: ${attack} stopped`,
      right: stopped,
      of,
      goal: attack === 'none' ? { most: 2 } : { least: 100 },
      note: [`CPU p50 ${cpuP50} ms a film`, ...(stopped > 0 ? [listed(faults)] : [])].join('; '),
    }),
  );
}

/** Measures all parts, one after the other. */
export async function measureVision(options: VisionBenchOptions): Promise<VisionRow[]> {
  const { quick, challenge: policy, agreement, publish, only, onPart = () => undefined } = options;
  const parts: Readonly<Record<string, () => Promise<VisionRow[]>>> = {
    zones: () => zoneRows(quick ? 1 : 8),
    codes: () => codeRows(quick ? 3 : 30),
    faces: () => faceRows(quick ? 1 : 12),
    quality: () => qualityRows(quick ? 1 : 10),
    signs: () => evidenceRows(quick ? 1 : 8),
    print: () => printedRows(quick ? 1 : 3),
    agreement: () => agreementRows(agreement, quick ? 1 : 10),
    families: () => familyRows(agreement, quick ? 1 : 6),
    published: () => publishedRows(publish, quick),
    challenge: () => challengeRows(policy, quick ? 2 : 16),
    captures: () => captureRows(quick ? 4 : 20),
  };
  const rows: VisionRow[] = [];
  for (const [name, work] of Object.entries(parts).filter(([part]) => only?.includes(part) ?? true)) {
    onPart(name);
    rows.push(...(await work()));
  }
  return rows;
}

async function captureRows(seeds: number): Promise<VisionRow[]> {
  const { p50, p95 } = await measureCaptures(seeds);
  return [
    cpu('picture judged during capture, p50', p50, 400),
    cpu('picture judged during capture, p95', p95, 400),
  ];
}
