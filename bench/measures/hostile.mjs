// Runs mutated specimen files through the whole inspection; none may throw, hang or exhaust memory.
import { loadBundled } from '../load-bundled.mjs';
import { at } from '../../tools/project.mjs';

const defaultCount = 10_000;

/**
 * @param {{ count?: string, quick?: boolean }} options `count`: number of mutated files; all expensive files are inspected too
 * @returns {Promise<import('../report.mjs').Row[]>}
 */
export async function hostile({ count, quick }) {
  const files = Number(count ?? (quick ? 200 : defaultCount));
  if (!Number.isInteger(files) || files < 1) throw new Error('--count needs a whole number');
  const { measureHostile } = await loadBundled('bench-hostile', 'packages/vision/bench/hostile.ts');
  const report = await measureHostile({
    count: files,
    modelsDir: at('packages/vision/models'),
    onProgress: (done) => console.error(`${done} of ${files} hostile files`),
  });
  const { crashes, outcomes, notComputed, cpuMs, memoryGrowthMb } = report;
  const listed = (counts) =>
    Object.entries(counts)
      .toSorted(([, a], [, b]) => b - a)
      .map(([name, number]) => `${name} ${number}`)
      .join(', ');
  return [
    {
      figure: 'hostile files: inspections that threw',
      value: crashes,
      unit: `of ${report.files}`,
      goal: { most: 0 },
      note: `${listed(outcomes)}; parts not computed: ${listed(notComputed) || 'none'}`,
    },
    { figure: 'hostile files: CPU, p50', value: cpuMs.p50, unit: 'ms', goal: {} },
    { figure: 'hostile files: CPU, p99', value: cpuMs.p99, unit: 'ms', goal: {} },
    { figure: 'hostile files: CPU, the longest', value: cpuMs.most, unit: 'ms', goal: { most: 2000 } },
    {
      figure: 'hostile files: growth of memory',
      value: memoryGrowthMb,
      unit: 'MB',
      goal: { most: 100 },
      note: 'resident, from after the first tenth to the end',
    },
  ];
}
