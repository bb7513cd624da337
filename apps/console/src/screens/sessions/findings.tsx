import {
  type Column,
  DataTable,
  Facts,
  JsonBlock,
  Mark,
  Panel,
  Time,
  type Tone,
} from '@countersign/browser-ui';
import { kindText } from '../../parts/kind-text.ts';
import { words } from '../../words.ts';
import type { ShownSession } from './shown-session.ts';

type Findings = NonNullable<ShownSession['findings']>;

const pictureColumns: Column<Findings['pictures'][number]>[] = [
  { key: 'context', title: words.findings.picture, heads: true, cell: ({ context }) => context },
  { key: 'side', title: words.findings.side, cell: ({ side }) => side ?? '–' },
  {
    key: 'problems',
    title: words.findings.problems,
    cell: ({ problems }) =>
      problems.length === 0 ? <Mark tone="good">{words.findings.noProblem}</Mark> : problems.join(', '),
  },
];

const fieldTones: Readonly<Record<string, Tone>> = { agree: 'good', disagree: 'bad', one_source: 'idle' };

const fieldColumns: Column<Findings['fields'][number]>[] = [
  { key: 'field', title: words.findings.field, heads: true, cell: ({ field }) => kindText(field) },
  {
    key: 'status',
    title: words.findings.comparison,
    cell: ({ status }) => <Mark tone={fieldTones[status] ?? 'idle'}>{kindText(status)}</Mark>,
  },
  { key: 'sources', title: words.findings.sources, cell: ({ sources }) => sources.join(', ') },
];

const signColumns: Column<Findings['signs'][number]>[] = [
  {
    key: 'code',
    title: words.findings.sign,
    heads: true,
    cell: ({ code }) => <code className="wrap">{code}</code>,
  },
  {
    key: 'strength',
    title: words.findings.strength,
    numeric: true,
    cell: ({ strength }) => strength.toFixed(2),
  },
  { key: 'sentence', title: words.findings.meaning, cell: ({ sentence }) => sentence },
];

const registryColumns: Column<ShownSession['registries'][number]>[] = [
  { key: 'registry', title: words.findings.registry, heads: true, cell: ({ registry }) => registry },
  { key: 'result', title: words.findings.result, cell: ({ result }) => kindText(result?.kind ?? '–') },
  { key: 'row', title: words.findings.row, cell: ({ row }) => row ?? '–' },
  { key: 'starts', title: words.findings.starts, numeric: true, cell: ({ starts }) => starts },
  { key: 'ended', title: words.findings.ended, cell: ({ endedAt }) => <Time at={endedAt} /> },
];

/** Findings in the pictures of the newest attempt. */
export function FindingsPanels({ session }: { session: ShownSession }) {
  const { findings, registries } = session;
  return (
    <>
      {findings === null ? (
        <Panel title={words.findings.title}>
          <p className="quiet">{words.findings.none}</p>
        </Panel>
      ) : (
        <PicturePanels findings={findings} />
      )}
      {registries.length > 0 && (
        <Panel title={words.findings.registries} flush>
          <DataTable
            caption={words.findings.registries}
            columns={registryColumns}
            rows={registries}
            keyOf={({ attemptId, registry }) => `${attemptId} ${registry}`}
          />
        </Panel>
      )}
      <details className="panel raw">
        <summary>{words.findings.raw}</summary>
        <JsonBlock text={JSON.stringify(session)} name={words.findings.raw} />
      </details>
    </>
  );
}

const scoreText = (faces: Findings['faces']['portrait']): string | null =>
  typeof faces?.score === 'number' ? faces.score.toFixed(1) : null;

const documentText = (document: Findings['document']): string =>
  document === null ? '–' : [kindText(document.kind), document.issuingState].filter(Boolean).join(', ');

const factsOf = (findings: Findings) =>
  [
    [words.findings.document, documentText(findings.document)],
    [words.findings.zone, findings.zone ?? '–'],
    [words.findings.barcode, findings.barcode ?? '–'],
    [words.findings.print, findings.print ?? '–'],
    [words.findings.portrait, scoreText(findings.faces.portrait) ?? findings.faces.whyNot ?? '–'],
    [words.findings.reference, scoreText(findings.faces.reference) ?? '–'],
    [words.findings.presence, findings.assurance],
    [words.findings.links, findings.links.length],
    [words.findings.notComputed, findings.notComputed.join(', ') || '–'],
  ] as const;

interface TablePanelProps<Row> {
  title: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string;
  /** Shown in place of an empty table. */
  none: string;
}

const TablePanel = <Row,>({ title, none, ...table }: TablePanelProps<Row>) => (
  <Panel title={title} flush>
    {table.rows.length === 0 ? (
      <p className="panel-line quiet">{none}</p>
    ) : (
      <DataTable caption={title} {...table} />
    )}
  </Panel>
);

const PicturePanels = ({ findings }: { findings: Findings }) => (
  <>
    <Panel title={words.findings.title}>
      <Facts inRow facts={factsOf(findings)} />
    </Panel>
    <div className="halves">
      <TablePanel
        title={words.findings.pictures}
        columns={pictureColumns}
        rows={findings.pictures}
        keyOf={({ context, side }) => `${context} ${side}`}
        none={words.findings.noPictures}
      />
      <TablePanel
        title={words.findings.fields}
        columns={fieldColumns}
        rows={findings.fields}
        keyOf={({ field }) => field}
        none={words.findings.noFields}
      />
    </div>
    <TablePanel
      title={words.findings.signs}
      columns={signColumns}
      rows={findings.signs}
      keyOf={({ code, sentence }) => `${code} ${sentence}`}
      none={words.findings.noSigns}
    />
  </>
);
