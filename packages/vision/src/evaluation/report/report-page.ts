import { equalErrorRate } from '../pair-statistics.ts';
import {
  fieldRows,
  filmRows,
  labelledDistances,
  pairRows,
  readings,
  type MeasureRow,
} from '../truth/measure-rows.ts';
import { grouped } from '../truth/grouped.ts';
import type { Outcomes } from '../truth/outcomes.ts';
import { rocChart, scoreChart, shareBar, shareOfScores } from './charts.ts';
import { escapeHtml, htmlTable, percent } from './html.ts';
import { reportStyle } from './report-style.ts';
import { worstCases } from './worst-cases.ts';

/** The head of a report. */
export interface ReportHead {
  /** The truth file, as named by the user. */
  title: string;
  /** `YYYY-MM-DD`. */
  today: string;
}

/**
 * Renders one page about an evaluation: tables of fields, pairs and films, the curve and the scores of pairs, and the worst cases with
 * small pictures. It needs no other file and runs no script, and its content security policy forbids both.
 */
export async function reportPage(outcomes: Outcomes, { title, today }: ReportHead): Promise<string> {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>Evaluation of ${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${reportStyle}</style>
</head>
<body>
<main>
<h1>Evaluation</h1>
<p class="about">${escapeHtml(title)}, ${escapeHtml(today)}${outcomes.models.map((model) => `, faces by ${escapeHtml(model)}`).join('')}</p>
<p>Limits are 95 % limits: the true rate may lie anywhere between them. The page shows pictures of the people evaluated: keep it where such data belongs.</p>
${documentPart(outcomes)}
${facePart(outcomes)}
${livenessPart(outcomes)}
<h2>Cases to look at</h2>
${await worstCases(outcomes)}
</main>
</body>
</html>
`;
}

const withLimits = ({ rate, low, high }: MeasureRow): string =>
  rate === null ? '–' : `${percent(rate)}<small>${percent(low)} to ${percent(high)}</small>`;

const shownCount = ({ count }: MeasureRow): string => (count === null ? '–' : String(count));

function documentPart({ fields }: Outcomes): string {
  const rows = fieldRows(fields);
  if (rows.length === 0) return '';
  const documents = new Set(fields.map(({ document }) => document)).size;
  const measures = grouped(rows, ({ measure }) => measure);
  return `<h2>Documents</h2>
<p class="key"><span><i class="right"></i>right</span><span><i class="wrong"></i>wrong</span><span><i class="unread"></i>not read</span></p>
${htmlTable({
  kind: 'fields',
  caption: `Fields of ${documents} documents`,
  columns: ['Field', 'cases', 'shares', ...readings.flatMap((reading) => [reading, 'rate'])],
  rows: [...measures].map(([name, own]) => [
    escapeHtml(name),
    String(own[0]?.cases ?? 0),
    shareBar(
      own.map(({ outcome, rate }) => ({
        name: outcome === 'not read' ? 'unread' : outcome,
        share: rate ?? 0,
      })),
    ),
    ...own.flatMap((row) => [shownCount(row), withLimits(row)]),
  ]),
})}`;
}

function facePart({ pairs }: Outcomes): string {
  if (pairs.length === 0) return '';
  const distances = labelledDistances(pairs);
  const both = distances.same.length > 0 && distances.other.length > 0;
  return `<h2>Faces</h2>
${both ? charts({ pairs }) : '<p>A curve needs pairs of the same person and of different people.</p>'}
${outcomeTable('Pairs of faces by score', pairRows(pairs))}`;
}

function charts({ pairs }: Pick<Outcomes, 'pairs'>): string {
  const distances = labelledDistances(pairs);
  const of = (same: boolean) =>
    pairs.flatMap(({ pair, score }) => (pair.same === same && score !== null ? [score] : []));
  const scores = { same: of(true), other: of(false) };
  const [same, other] = [shareOfScores(scores.same), shareOfScores(scores.other)];
  const { value, low, high } = equalErrorRate(distances);
  return `<p>Equal error rate ${percent(value)} (${percent(low)} to ${percent(high)}) on ${distances.same.length} pairs of the same person and ${distances.other.length} of different people.</p>
<div class="charts">
<figure><figcaption>Receiver operating characteristics</figcaption>${rocChart(distances)}</figure>
<figure><figcaption>Scores</figcaption>${scoreChart(scores)}<p class="key"><span><i class="same"></i>same person</span><span><i class="other"></i>different people</span></p></figure>
</div>
<details><summary>The scores as a table</summary>
${htmlTable({
  kind: 'scores',
  caption: 'Share of the pairs of each group by score',
  columns: ['Score', 'same person', 'different people'],
  rows: same.map((share, index) => [
    `${index * 5} to ${index * 5 + 5}`,
    percent(share),
    percent(other[index] ?? 0),
  ]),
})}</details>`;
}

function livenessPart({ films }: Outcomes): string {
  const rows = filmRows(films);
  return rows.length === 0
    ? ''
    : `<h2>Selfies and films</h2>\n${outcomeTable('Signs of copies, and steps followed', rows)}`;
}

function outcomeTable(caption: string, rows: readonly MeasureRow[]): string {
  return htmlTable({
    kind: 'outcomes',
    caption,
    columns: ['Pictures', 'outcome', 'count', 'of', 'rate'],
    rows: rows.map((row) => [
      escapeHtml(row.measure),
      escapeHtml(row.outcome),
      shownCount(row),
      String(row.cases),
      withLimits(row),
    ]),
  });
}
