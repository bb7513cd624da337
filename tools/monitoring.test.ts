import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { verbs } from '../packages/service/src/bin/verbs.ts';
import { metricNotes } from '../packages/service/tools/metric-notes.ts';
import { declaredMetrics } from '../packages/service/tools/metrics-guide.ts';
import { promtoolMissing } from './environment.mjs';
import { at } from './project.mjs';

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}
interface RuleTest {
  name: string;
  input_series: { series: string }[];
  alert_rule_test: { alertname: string; exp_alerts: { exp_labels: object }[] }[];
}
interface Panel {
  id: number;
  type: string;
  title: string;
  datasource?: { type: string; uid: string };
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string; legendFormat: string; datasource: { uid: string } }[];
}

const readYaml = (file: string): unknown => parse(readFileSync(at(file), 'utf8'));
const rules = (
  readYaml('deploy/prometheus-rules.yml') as { groups: { name: string; rules: Rule[] }[] }
).groups.flatMap((group) => group.rules);
const { tests } = readYaml('deploy/prometheus-rules-test.yml') as { tests: RuleTest[] };
const dashboard = JSON.parse(readFileSync(at('deploy/grafana-dashboard.json'), 'utf8')) as {
  panels: Panel[];
  templating: { list: { name: string; type: string; query: unknown; definition?: string }[] };
};
const charts = dashboard.panels.filter(({ type }) => type !== 'row');

const metrics = declaredMetrics();
/** Labels that Prometheus adds to every series. */
const ofEverySeries = ['job', 'instance'];

/** Finds a metric by the name of one of its series; undefined if there is none. */
function metricOf(series: string) {
  const base = series.replace(/_(bucket|sum|count)$/, '');
  const metric = metrics.get(series) ?? metrics.get(base);
  return metric && (metric.type === 'histogram') === (metric.name !== series) ? metric : undefined;
}

/** Labels that an expression groups by or keeps. */
const groupedBy = (expression: string): string[] =>
  [...expression.matchAll(/\bby\s*\(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(/\s*,\s*/));

function faultsOfMatcher(metric: string, [text, label = '', operator = '', value = '']: RegExpMatchArray) {
  const values = metricNotes.get(metric)?.labels?.[label];
  if (!Array.isArray(values) || value.includes('$')) return [];
  const alternatives = operator.endsWith('~') ? value.split('|') : [value];
  return alternatives.every((each) => values.includes(each)) ? [] : [`${metric}: no value ${text}`];
}

/** Metrics, labels and label values in an expression that the service does not have. */
function faultsOf(expression: string): string[] {
  const selectors = [...expression.matchAll(/\b(countersign_\w+)(?:\{([^}]*)\})?/g)];
  const known = new Set(ofEverySeries);
  const faults = selectors.flatMap(([, series = '', matchers = '']) => {
    const metric = metricOf(series);
    if (metric === undefined) return [`no metric ${series}`];
    const labels = [...ofEverySeries, ...metric.labels, ...(series.endsWith('_bucket') ? ['le'] : [])];
    for (const label of labels) known.add(label);
    return [...matchers.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)].flatMap((matcher) =>
      labels.includes(matcher[1] ?? '')
        ? faultsOfMatcher(metric.name, matcher)
        : [`${series}: no label ${matcher[1]}`],
    );
  });
  const unknown = groupedBy(expression).filter((label) => !known.has(label));
  return [...faults, ...unknown.map((label) => `no label ${label} to group by`)];
}

describe('metrics that rules and dashboard use', () => {
  it.each([
    ['countersign_queue_dept{queue="jobs-ready"}', ['no metric countersign_queue_dept']],
    ['countersign_http_request_seconds', ['no metric countersign_http_request_seconds']],
    ['countersign_ready_count', ['no metric countersign_ready_count']],
    ['countersign_ready{role="api"}', ['countersign_ready: no label role']],
    [
      'countersign_queue_depth{queue=~"jobs-ready|jobs-late"}',
      ['countersign_queue_depth: no value queue=~"jobs-ready|jobs-late"'],
    ],
    ['sum by (job, lane) (countersign_queue_depth{job="x"})', ['no label lane to group by']],
    [
      'sum by (le) (rate(countersign_http_request_seconds_bucket{status="200"}[5m]))',
      ['countersign_http_request_seconds_bucket: no label status'],
    ],
  ])('are refused where the service has none such: %s', (expression, faults) => {
    expect(faultsOf(expression)).toEqual(faults);
  });

  it.each(rules.map(({ alert, expr }) => [alert, expr]))('exist: alert %s', (_, expr) => {
    expect(expr).toMatch(/countersign_|\bup\{/);
    expect(faultsOf(expr)).toEqual([]);
  });

  it.each(tests.map(({ name, input_series: series }) => [name, series] as const))(
    'exist: test %s',
    (_, series) => {
      expect(series.flatMap((each) => faultsOf(each.series))).toEqual([]);
    },
  );

  it.each(charts.map(({ title, targets }) => [title, targets ?? []] as const))(
    'exist: panel %s',
    (_, targets) => {
      expect(targets.length).toBeGreaterThan(0);
      for (const { expr, legendFormat } of targets) {
        expect(expr).toContain('countersign_');
        expect(faultsOf(expr)).toEqual([]);
        const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label);
        expect(groupedBy(expr)).toEqual(expect.arrayContaining(shown));
      }
    },
  );
});

describe('an alert', () => {
  it('has a unique name', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });

  it.each(rules.map((rule) => [rule.alert, rule] as const))(
    '%s has a severity, a summary, a runbook and a test in which it fires and one in which it does not',
    (alert, { labels, annotations }) => {
      expect(['critical', 'warning']).toContain(labels.severity);
      expect(annotations.summary).toMatch(/^.{20,}\.$/);
      expect(annotations.runbook).toMatch(/^[A-Za-z].{40,}\.$/);
      const tried = tests
        .flatMap((test) => test.alert_rule_test)
        .filter(({ alertname }) => alertname === alert)
        .map(({ exp_alerts: expected }) => expected.length);
      expect([...new Set(tried)].toSorted()).toEqual([0, 1]);
    },
  );
});

/** Commands, variables, settings and metrics in an alert's text that the service does not have, or that do nothing without further words. */
function strangersIn(text: string): string[] {
  const commands = [...text.matchAll(/\bcountersign ((?:[a-z]+ )?[a-z]+(?:-[a-z]+)*)/g)].map(
    ([, words = '']) => words,
  );
  const runnable = new Set(verbs.filter(({ name }) => name !== 'doctor').map(({ name }) => name));
  const isCommand = (words: string) => runnable.has(words) || runnable.has(words.split(' ', 1)[0] ?? '');
  const settings = readFileSync(at('docs/guides/settings.md'), 'utf8');
  const names = [
    ...text.matchAll(/\b(?:[A-Z]+(?:_[A-Z]+)+|[a-z]+(?:\.[a-z]+[A-Z]\w*)|[a-z]+[A-Z]\w*)\b/g),
  ].flat();
  const ofOthers = ['LimitNOFILE', 'integrationId', 'pg_wal'];
  const series = [...text.matchAll(/\bcountersign_\w+/g)].flat();
  return [
    ...commands.filter((words) => !isCommand(words)),
    ...names.filter((name) => !ofOthers.includes(name) && !settings.includes(`\`${name}\``)),
    ...series.filter((name) => metricOf(name) === undefined && !metrics.has(name)),
  ];
}

describe('what an alert advises the person on call to do', () => {
  it.each([
    ['set retentionDays so that', ['retentionDays']],
    ['retention.pictureWeeks is', ['retention.pictureWeeks']],
    ['lower CONNECTIONS_MOST.', ['CONNECTIONS_MOST']],
    ['run countersign doctor.', ['doctor']],
    ['countersign job free', ['job free']],
    ['compare countersign_job_waiting_seconds', ['countersign_job_waiting_seconds']],
  ])('is refused where there is no such thing: %s', (text, strangers) => {
    expect(strangersIn(text)).toEqual(strangers);
  });

  it.each(rules.map(({ alert, annotations }) => [alert, annotations.runbook] as const))(
    '%s: exists',
    (_, runbook) => {
      expect(strangersIn(runbook)).toEqual([]);
    },
  );
});

describe('the dashboard', () => {
  it('requires its data source, and every panel uses the selected one', () => {
    expect(dashboard.templating.list[0]).toMatchObject({
      name: 'datasource',
      type: 'datasource',
      query: 'prometheus',
    });
    const used = charts.flatMap(({ datasource, targets = [] }) => [
      datasource?.uid,
      ...targets.map((target) => target.datasource.uid),
    ]);
    expect(new Set(used)).toEqual(new Set(['${datasource}']));
  });

  it('has variables that exist', () => {
    const queries = dashboard.templating.list.flatMap(({ definition }) => definition ?? []);
    expect(queries).toHaveLength(2);
    expect(queries.flatMap(faultsOf)).toEqual([]);
  });

  it('has panels with unique ids that do not cover each other', () => {
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)}:${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBeLessThanOrEqual(24);
  });
});

const runPromtool = (...args: string[]) =>
  spawnSync('promtool', args, { cwd: at('deploy'), encoding: 'utf8' });

describe.skipIf(promtoolMissing() !== null)('the rules (promtool)', () => {
  it('are rules of Prometheus', () => {
    const { status, stdout } = runPromtool('check', 'rules', 'prometheus-rules.yml');
    expect(stdout).toContain(`SUCCESS: ${rules.length} rules found`);
    expect(status).toBe(0);
  });

  it('fire when they must, and only then', () => {
    const { status, stdout, stderr } = runPromtool('test', 'rules', 'prometheus-rules-test.yml');
    expect(`${stdout}${stderr}`).toContain('SUCCESS');
    expect(status).toBe(0);
  });
});
