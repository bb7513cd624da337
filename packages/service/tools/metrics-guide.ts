import type { Registry } from 'prom-client';
import { createMetrics } from '../src/runtime/metrics.ts';
import { createListsMetrics } from '../src/watchlists/lists-metrics.ts';
import { metricGroups, type MetricNote } from './metric-notes.ts';

/** A metric as the service declares it. */
export interface DeclaredMetric {
  name: string;
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  labels: readonly string[];
}

/** Every metric of a process with both roles, by name. */
export function declaredMetrics(): ReadonlyMap<string, DeclaredMetric> {
  const { registry } = createMetrics();
  createListsMetrics(registry, () => null);
  return new Map(declaredIn(registry).map((metric) => [metric.name, metric]));
}

/** The library's types leave out the members of its own metrics that are read here. */
const declaredIn = (registry: Registry): DeclaredMetric[] =>
  (registry.getMetricsAsArray() as unknown as (DeclaredMetric & { labelNames: string[] })[]).map(
    ({ name, type, help, labelNames }) => ({ name, type, help, labels: labelNames }),
  );

const escaped = (text: string): string => text.replaceAll('|', String.raw`\|`);

/** Longer lists of values stand below the table. */
const mostInCell = 8;

const valueList = (values: readonly string[]): string => values.map((value) => `\`${value}\``).join(', ');

const labelText = ([label, values]: [string, readonly string[] | string]): string => {
  if (typeof values === 'string') return `\`${label}\`: ${values}`;
  return values.length > mostInCell ? `\`${label}\`, see below` : `\`${label}\`: ${valueList(values)}`;
};

const rowOf = ({ name, type, help }: DeclaredMetric, { unit, roles, labels = {} }: MetricNote): string =>
  [`\`${name}\``, type, Object.entries(labels).map(labelText).join('; ') || '–', unit, roles.join(', '), help]
    .map(escaped)
    .join(' | ');

/** Long lists of values of a group, each once. */
function longLists(metrics: Readonly<Record<string, MetricNote>>): string[] {
  const found = new Map<string, string[]>();
  for (const [name, { labels = {} }] of Object.entries(metrics))
    for (const [label, values] of Object.entries(labels)) {
      if (typeof values === 'string' || values.length <= mostInCell) continue;
      const text = valueList(values);
      found.set(text, [...(found.get(text) ?? []), `\`${label}\` of \`countersign_${name}\``]);
    }
  return [...found].map(([text, places]) => `${places.join(', ')}: ${text}.`);
}

function groupOf({ title, about, metrics }: (typeof metricGroups)[number]): string {
  const declared = declaredMetrics();
  const rows = Object.entries(metrics).map(([name, note]) => {
    const metric = declared.get(`countersign_${name}`);
    if (metric === undefined) throw new Error(`${name}: must be a metric of the service`);
    return `| ${rowOf(metric, note)} |`;
  });
  const head =
    '| Metric | Type | Labels | Unit | Moves in | What it shows |\n| --- | --- | --- | --- | --- | --- |';
  return [`## ${title}`, about, [head, ...rows].join('\n'), ...longLists(metrics)].join('\n\n');
}

/** `docs/guides/metrics.md`, from the metrics that the service declares. */
export const metricsGuide = (): string => `# Metrics

This reference lists every metric, for operators. It is generated from the service's own metrics by \`npm run metrics-docs\`; change them there.

Every process answers \`/metrics\` in the text format of Prometheus: on \`METRICS_PORT\`, or in development without that variable on the API port ([watching it](run.md#watching-it)). A histogram has the series \`…_bucket\` with the label \`le\`, \`…_sum\` and \`…_count\`. No label contains an identifier of a session, an integration or a person. Counters start at 0 with the process; a series with labels appears once it has been counted. "Moves in" names the roles of a process in which a metric changes.

[\`deploy/prometheus-rules.yml\`](../../deploy/prometheus-rules.yml) has alerts for these metrics, [\`deploy/grafana-dashboard.json\`](../../deploy/grafana-dashboard.json) is a dashboard. Both are for scrape jobs named \`countersign\`:

\`\`\`yaml
rule_files: [prometheus-rules.yml]
scrape_configs:
  - job_name: countersign
    static_configs: [{ targets: ['api.internal:9464', 'worker.internal:9464'] }]
\`\`\`

${metricGroups.map(groupOf).join('\n\n')}
`;
