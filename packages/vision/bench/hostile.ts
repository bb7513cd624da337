/** Runs mutated specimen files through the whole inspection; none may throw, hang or exhaust memory. */
import { drawSelfie, simulateCapture, drawCard, inventPerson } from '@countersign/specimens';
import sharp from 'sharp';
import type { InspectedFindings } from '../src/inspection/picture-findings.ts';
import { openCheckedInspector } from '../test/checked-inspector.ts';
import { mutate, strainingFiles } from '../test/hostile-pictures.ts';

/** Results of a run. */
export interface HostileReport {
  files: number;
  /** Number of files by outcome: `opened` or a rejection code. */
  outcomes: Record<string, number>;
  /** Inspections that threw, or whose findings the service would reject. */
  crashes: number;
  /** Inspections of which a part could not be computed, by part. */
  notComputed: Record<string, number>;
  /** CPU milliseconds: median, 99th percentile and maximum. */
  cpuMs: { p50: number; p99: number; most: number };
  /** Growth of resident memory after the first tenth of the run, in MB. */
  memoryGrowthMb: number;
}

/** Returns valid files of every type, from which the mutations start. */
export async function goodFiles(): Promise<Buffer[]> {
  const card = await drawCard({ kind: 'td3', person: inventPerson(12), portraitSeed: 12 });
  const capture = await simulateCapture(card.png, { condition: 'typical', seed: 12, truth: card.truth });
  const selfie = await drawSelfie({ seed: 12, variant: 1 });
  const small = (bytes: Buffer, width: number) => sharp(bytes).resize({ width });
  return [
    await small(capture.jpeg, 1000).jpeg({ quality: 80 }).toBuffer(),
    await small(capture.jpeg, 700).png().toBuffer(),
    await small(capture.jpeg, 900).webp().toBuffer(),
    await small(selfie, 480).jpeg({ progressive: true }).toBuffer(),
    await small(selfie, 400).png({ palette: true }).toBuffer(),
    await small(selfie, 400).withMetadata({ orientation: 8 }).jpeg().toBuffer(),
  ];
}

/** @param count number of mutated files; all expensive files are inspected too */
export async function measureHostile(options: {
  count: number;
  seed?: number;
  modelsDir: string;
  onProgress?: (done: number) => void;
  /** Called with the findings of each expensive file, uploaded as `context`. */
  onStraining?: (name: string, context: string, findings: InspectedFindings) => void;
}): Promise<HostileReport> {
  const { count, seed = 1, modelsDir, onProgress, onStraining } = options;
  const inspector = await openCheckedInspector({ modelsDir, textEngine: 'off' });
  const originals = await goodFiles();
  const straining = await strainingFiles();
  const report: HostileReport = {
    files: 0,
    outcomes: {},
    crashes: 0,
    notComputed: {},
    cpuMs: { p50: 0, p99: 0, most: 0 },
    memoryGrowthMb: 0,
  };
  const times: number[] = [];
  let settled = 0;
  const total = straining.length + count;
  for (let index = 0; index < total; index += 1) {
    const original = originals[index % originals.length] ?? Buffer.alloc(0);
    const bytes = straining[index]?.bytes ?? mutate(original, seed * 1_000_003 + index);
    const context = index % 2 === 0 ? 'document-front' : 'face';
    const started = process.cpuUsage();
    try {
      const picture = { mediaId: 'm', context, bytes };
      const found = await inspector.inspect({ pictures: [picture], today: '2026-11-20' });
      const name = straining[index]?.name;
      if (name !== undefined) onStraining?.(name, context, found);
      add(report.outcomes, found.pictures[0]?.refusal ?? 'opened');
      for (const part of found.notComputed) add(report.notComputed, part);
    } catch {
      report.crashes += 1;
    }
    const { user, system } = process.cpuUsage(started);
    times.push((user + system) / 1000);
    report.files += 1;
    if (index === Math.floor(total / 10)) settled = process.memoryUsage.rss();
    if (index % 500 === 499) onProgress?.(index + 1);
  }
  report.memoryGrowthMb = Math.round((process.memoryUsage.rss() - settled) / 2 ** 20);
  const sorted = times.toSorted((a, b) => a - b);
  const quantile = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  report.cpuMs = { p50: quantile(0.5), p99: quantile(0.99), most: quantile(1) };
  await inspector.close();
  return report;
}

function add(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}
