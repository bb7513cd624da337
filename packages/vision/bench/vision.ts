/**
 * All measurements of what pictures give, as rows of one table. Pictures are drawn: regression figures, nothing about people or
 * real documents.
 */
import { rateOf } from '../src/evaluation/pair-statistics.ts';
import { measureAgreement, type AgreementPolicy } from './agreement.ts';
import { measureBarcodes } from './barcodes.ts';
import { measureCaptures } from './captures.ts';
import { measureChallenge, type ChallengePolicy } from './challenge.ts';
import { measureEvidence } from './evidence.ts';
import { measureFaces } from './faces.ts';
import { compareFamilies, type FamilyDocument } from './families.ts';
import { measureMrz, type MrzRow } from './mrz.ts';
import { measurePrinted } from './printed.ts';
import { measurePublished, type PublishPolicy } from './published.ts';
import { measureQualityCodes } from './quality.ts';

/** A line of the table; an empty goal only tells. */
export interface VisionRow {
  figure: string;
  value: number;
  unit: string;
  count?: { right: number; of: number };
  /** 95 % limits in the unit of the value. */
  limits?: [low: number, high: number];
  goal: { least?: number; most?: number };
  note?: string;
}

/** How much to measure, and what the service's policy says. */
export interface VisionBenchOptions {
  /** A few pictures of everything instead of enough for limits that mean something. */
  quick: boolean;
  challenge: ChallengePolicy;
  agreement: AgreementPolicy;
  publish: PublishPolicy;
  /** Names of the parts to measure; all when left out. */
  only?: readonly string[];
  /** Told which part begins. */
  onPart?: (name: string) => void;
}

type Goal = VisionRow['goal'];

interface Counted {
  figure: string;
  right: number;
  of: number;
  goal?: Goal;
  note?: string;
}

/** A share with its limits, in per cent. */
function share({ figure, right, of, goal = {}, note }: Counted): VisionRow {
  const { value, low, high } = rateOf(right, of);
  return {
    figure,
    value: value * 100,
    unit: '%',
    count: { right, of },
    limits: [low * 100, high * 100],
    goal,
    note: note === undefined ? 'drawn' : `drawn; ${note}`,
  };
}

const cpu = (figure: string, value: number, most?: number): VisionRow => ({
  figure: `${figure}, CPU`,
  value,
  unit: 'ms',
  goal: most === undefined ? {} : { most },
});

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const most = (values: readonly number[]): number => Math.max(...values);
const listed = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, number]) => `${name} ${number}`)
    .join(', ');

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

/** Goals by the names of the measurement; the rest only tells. */
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

async function printedRows(seeds: number): Promise<VisionRow[]> {
  const rows = await measurePrinted({ seeds });
  return rows.flatMap(({ engine, captures, words, found, fields, right, wrong, cpuMs }) => [
    share({
      figure: `print: words of fields, typical, ${engine}`,
      right: found,
      of: words,
      goal: { least: 97 },
      note: `${captures} captures, CPU ${cpuMs} ms`,
    }),
    share({ figure: `print: fields with the right value, ${engine}`, right, of: fields }),
    share({
      figure: `print: fields surely given and wrong, ${engine}`,
      right: wrong,
      of: fields,
      note: 'confidence from 0.6; print never overrides zone or code',
    }),
  ]);
}

async function agreementRows(judge: AgreementPolicy, seeds: number): Promise<VisionRow[]> {
  const rows = await measureAgreement(judge, { seeds });
  const honest = rows.filter(({ forgery }) => forgery === null);
  const times = rows.flatMap(({ cpuMs }) => cpuMs).toSorted((a, b) => a - b);
  const at = (part: number): number => times[Math.floor(part * (times.length - 1))] ?? NaN;
  return [
    share({
      figure: 'print compared: values contradicted on honest documents',
      right: sum(honest.map(({ contradicted }) => contradicted)),
      of: sum(honest.map(({ claims }) => claims)),
      goal: { most: 0.1 },
    }),
    share({
      figure: 'print compared: honest documents not approved for it',
      right: sum(honest.map(({ stopped }) => stopped)),
      of: sum(honest.map(({ documents }) => documents)),
      goal: { most: 0.1 },
    }),
    ...honest.map(({ condition, found, claims, unread, failed }) =>
      share({
        figure: `print compared: values found, ${condition}`,
        right: found,
        of: claims,
        note: `${unread} documents without a zone or code that was read, ${failed} on which the engine failed`,
      }),
    ),
    ...rows.flatMap(({ forgery, stopped, declined, documents }) =>
      forgery === null
        ? []
        : [
            share({
              figure: `print compared: forged zone stopped, ${forgery}`,
              right: stopped,
              of: documents,
              goal: forgery === 'person' ? { least: 95 } : {},
              note: `${declined} declined, the others asked for again`,
            }),
          ],
    ),
    cpu('print of a document read and compared, p50', at(0.5)),
    cpu('print of a document read and compared, p95', at(0.95)),
  ];
}

/** Seeds from this one on had no part in the choice of the limits. */
const firstReportedSeed = 20;

async function familyRows(judge: AgreementPolicy, seeds: number): Promise<VisionRow[]> {
  const documents: FamilyDocument[] = [];
  for await (const document of compareFamilies(judge, { seeds })) documents.push(document);
  const compared = documents.filter(({ outcome }) => outcome === 'compared');
  const honest = compared.filter(({ forgery }) => forgery === null);
  const ends = (list: readonly FamilyDocument[], state: string): number =>
    sum(list.map(({ states }) => states.filter((each) => each.endsWith(` ${state}`)).length));
  const claims = (list: readonly FamilyDocument[]): number => sum(list.map(({ states }) => states.length));
  const found = (figure: string, list: readonly FamilyDocument[]): VisionRow =>
    share({ figure: `other issuers: values found, ${figure}`, right: ends(list, 'found'), of: claims(list) });
  const read = honest.map((document) => document.read);
  const given = sum(read.map(({ right, wrong }) => right.length + wrong.length));
  const by = (key: 'labels' | 'condition') =>
    [...new Set(honest.map((document) => document[key]))].map((name) =>
      found(
        `${key === 'labels' ? 'labels ' : ''}${name}`,
        honest.filter((document) => document[key] === name),
      ),
    );
  return [
    found('all', honest),
    ...by('condition'),
    ...by('labels'),
    share({
      figure: 'other issuers: values contradicted on honest documents',
      right: ends(honest, 'contradicts'),
      of: claims(honest),
      goal: { most: 0.1 },
    }),
    share({
      figure: 'other issuers: honest documents not approved for it',
      right: honest.filter(({ verdict }) => verdict !== null).length,
      of: honest.length,
      goal: { most: 0.1 },
      note: `${documents.length - compared.length} of ${documents.length} documents not compared: zone not read, or engine failed`,
    }),
    ...[...new Set(compared.flatMap(({ forgery }) => forgery ?? []))].map((forgery) => {
      const forged = compared.filter((document) => document.forgery === forgery);
      return share({
        figure: `other issuers: forged zone stopped, ${forgery}`,
        right: forged.filter(({ verdict }) => verdict !== null).length,
        of: forged.length,
        goal: forgery === 'person' ? { least: 95 } : {},
        note: `${forged.filter(({ verdict }) => verdict === 'declined').length} declined`,
      });
    }),
    share({
      figure: 'other issuers: fields read by their labels',
      right: sum(read.map(({ right }) => right.length)),
      of: sum(read.map(({ shown }) => shown)),
    }),
    share({
      figure: 'other issuers: fields read by their labels with confidence, right',
      right: sum(read.map(({ right }) => right.length)),
      of: given,
    }),
  ];
}

async function publishedRows(publish: PublishPolicy, quick: boolean): Promise<VisionRow[]> {
  const all = await measurePublished(publish, {
    seeds: quick ? 1 : 3,
    firstSeed: firstReportedSeed,
    ...(quick ? { conditions: ['typical', 'dim'] } : {}),
  });
  return [false, true].flatMap((declared) => {
    const rows = all.filter((row) => row.declared === declared);
    const circumstances = declared ? 'name and birth date sent' : 'nothing sent';
    const figure = `published fields right, ${circumstances}`;
    const published = sum(rows.map((row) => row.published));
    const wrong = rows.flatMap((row) => row.wrong);
    return [
      share({
        figure,
        right: sum(rows.map(({ right }) => right)),
        of: published,
        goal: { least: 99.5 },
        note: wrong.length === 0 ? 'none wrong' : `${wrong.length} wrong, listed below by member`,
      }),
      share({
        figure: `fields of the document published, ${circumstances}`,
        right: published,
        of: sum(rows.map(({ shown }) => shown)),
      }),
      ...rows.map(({ member, right, published: of, wrong: values }) =>
        share({
          figure: `${figure}: ${member}`,
          right,
          of,
          ...(values.length > 0 ? { note: values.join('; ') } : {}),
        }),
      ),
    ];
  });
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
