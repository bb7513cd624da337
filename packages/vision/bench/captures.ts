/** The cost of checking a picture during capture. */
import path from 'node:path';
import { captureConditions, specimenCase, type DocumentKind } from '@countersign/specimens';
import { loadFaceModels } from '../src/faces/face-models.ts';
import { judgeCapture } from '../src/quality/judge-capture.ts';

const kinds = ['td3', 'td1', 'mx-ine', 'co-digital'] as const satisfies readonly DocumentKind[];

/** Measures CPU milliseconds for documents of several kinds and conditions, and for selfies. */
export async function measureCaptures(
  seeds: number,
): Promise<{ pictures: number; p50: number; p95: number }> {
  const models = await loadFaceModels(path.resolve('packages/vision/models'));
  const costs: number[] = [];
  for (let seed = 0; seed <= seeds; seed += 1) {
    const kind = kinds[seed % kinds.length] ?? 'td3';
    const condition = captureConditions[seed % captureConditions.length] ?? 'clean';
    const { pictures } = await specimenCase({ seed: seed + 1, kind, condition });
    for (const { context, bytes } of pictures) {
      const started = process.cpuUsage();
      await judgeCapture(models, bytes, { subject: context === 'face' ? 'selfie' : context });
      const { user, system } = process.cpuUsage(started);
      // The first pictures of a process include compilation.
      if (seed > 0) costs.push((user + system) / 1000);
    }
  }
  costs.sort((a, b) => a - b);
  const quantile = (share: number): number => Math.round(costs[Math.floor(share * (costs.length - 1))] ?? 0);
  return { pictures: costs.length, p50: quantile(0.5), p95: quantile(0.95) };
}
