import { type Column, CopyButton, DataTable, Mark, Note, Panel, Time } from '@countersign/browser-ui';
import { Button } from '@mantine/core';
import { FailureAlert } from '../../parts/states.tsx';
import { kindText } from '../../parts/kind-text.ts';
import { useVerb } from '../../service/use-verb.ts';
import { words } from '../../words.ts';

/** An entry of `audit verify`. */
interface PrintedChain {
  chain: string;
  /** `intact`, or what is wrong. */
  result: string;
  rows: number;
  waiting: number;
  signed: number | null;
  signedAt: string | null;
  end: string | null;
}

const columns: Column<PrintedChain>[] = [
  {
    key: 'chain',
    title: words.chains.chain,
    heads: true,
    cell: ({ chain }) => <span className="mono wrap">{chain}</span>,
  },
  {
    key: 'result',
    title: words.chains.result,
    cell: ({ result }) => <Mark tone={result === 'intact' ? 'good' : 'bad'}>{kindText(result)}</Mark>,
  },
  { key: 'rows', title: words.chains.rows, numeric: true, cell: ({ rows }) => rows },
  { key: 'signed', title: words.chains.signed, cell: ({ signedAt }) => <Time at={signedAt} /> },
  {
    key: 'end',
    title: words.chains.end,
    cell: ({ end }) =>
      end === null ? (
        '–'
      ) : (
        <span className="copy-id">
          <span className="mono">{end.slice(0, 16)}…</span>
          <CopyButton value={end} name={words.chains.end} />
        </span>
      ),
  },
];

/** Verifies the chains of the audit log on request. */
export function VerifyPanel() {
  const verify = useVerb<PrintedChain[]>('audit verify');
  const { result } = verify;
  return (
    <Panel
      title={words.chains.title}
      intro={words.chains.intro}
      actions={
        <Button variant="default" loading={verify.busy} onClick={() => verify.run({})}>
          {words.chains.verify}
        </Button>
      }
      flush
    >
      <FailureAlert failure={verify.failure} />
      <div role="status">
        {result && (
          <div className="panel-note">
            {result.note === null ? (
              <Note tone="good" icon="check">
                {words.chains.intact(result.output.length)}
              </Note>
            ) : (
              <Note tone="bad" icon="warning">
                {result.note}
              </Note>
            )}
          </div>
        )}
      </div>
      {result && result.output.length > 0 && (
        <DataTable
          caption={words.chains.title}
          columns={columns}
          rows={result.output}
          keyOf={({ chain }) => chain}
        />
      )}
    </Panel>
  );
}
