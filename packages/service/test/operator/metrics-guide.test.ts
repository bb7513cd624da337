import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatted } from '../../../../tools/formatted.mjs';
import { metricNotes } from '../../tools/metric-notes.ts';
import { declaredMetrics, metricsGuide } from '../../tools/metrics-guide.ts';

const page = path.resolve(import.meta.dirname, '../../../../docs/guides/metrics.md');

describe('docs/guides/metrics.md', () => {
  it('is what the metrics of the service give; otherwise run "npm run metrics-docs"', async () => {
    expect(fs.readFileSync(page, 'utf8')).toBe(await formatted(page, metricsGuide()));
  });

  it('explains every metric that the service declares, with its labels, and no other', () => {
    const declared = [...declaredMetrics().values()].map(({ name, labels }) => [name, labels.toSorted()]);
    const explained = [...metricNotes].map(([name, { labels = {} }]) => [
      name,
      Object.keys(labels).toSorted(),
    ]);
    expect(Object.fromEntries(explained)).toEqual(Object.fromEntries(declared));
  });

  it('names type, labels, unit and roles of a metric, and what it shows', () => {
    expect(metricsGuide().split('\n')).toContain(
      '| `countersign_refused_connections_total` | counter | `limit`: `all`, `address`, `descriptors` | count | api | Connections that were answered 503 or closed at once, by the limit reached. |',
    );
  });
});
