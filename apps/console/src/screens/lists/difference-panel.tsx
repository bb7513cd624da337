import { type Column, DataTable, Panel } from '@countersign/browser-ui';
import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { FailureAlert } from '../../parts/states.tsx';
import { useVerb } from '../../service/use-verb.ts';
import { words } from '../../words.ts';

/** Output of `lists diff`. */
interface SnapshotDifference {
  lists: { list: string; added: number; removed: number; changed: number }[];
  samples: Record<'added' | 'removed' | 'changed', string[]>;
}

const columns: Column<SnapshotDifference['lists'][number]>[] = [
  { key: 'list', title: words.difference.list, heads: true, cell: ({ list }) => list },
  { key: 'added', title: words.difference.added, numeric: true, cell: ({ added }) => added },
  { key: 'removed', title: words.difference.removed, numeric: true, cell: ({ removed }) => removed },
  { key: 'changed', title: words.difference.changed, numeric: true, cell: ({ changed }) => changed },
];

/** Differences between two snapshots. @param before initial selection: the snapshot in force before a load */
export function DifferencePanel(given: { before: string | null; after: string | null }) {
  const [before, setBefore] = useState(given.before ?? '');
  const [after, setAfter] = useState(given.after ?? '');
  const compare = useVerb<SnapshotDifference>('lists diff');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    compare.run({ words: [before.trim(), after.trim()] });
  };
  return (
    <Panel title={words.difference.title} intro={words.difference.intro}>
      <form onSubmit={submit}>
        <Group align="end" gap="sm">
          <TextInput
            className="grow"
            label={words.difference.before}
            value={before}
            spellCheck={false}
            onChange={(event) => setBefore(event.currentTarget.value)}
          />
          <TextInput
            className="grow"
            label={words.difference.after}
            value={after}
            spellCheck={false}
            onChange={(event) => setAfter(event.currentTarget.value)}
          />
          <Button
            type="submit"
            variant="default"
            loading={compare.busy}
            disabled={before.trim() === '' || after.trim() === ''}
          >
            {words.difference.compare}
          </Button>
        </Group>
        <FailureAlert failure={compare.failure} />
      </form>
      <div aria-live="polite">{compare.result && <Difference difference={compare.result.output} />}</div>
    </Panel>
  );
}

function Difference({ difference: { lists, samples } }: { difference: SnapshotDifference }) {
  const rows = lists.filter(({ added, removed, changed }) => added + removed + changed > 0);
  if (rows.length === 0) return <p className="after-form quiet">{words.difference.same}</p>;
  return (
    <div className="after-form">
      <div className="difference">
        <DataTable
          caption={words.difference.title}
          columns={columns}
          rows={rows}
          keyOf={({ list }) => list}
        />
      </div>
      {Object.entries(samples)
        .filter(([, ids]) => ids.length > 0)
        .map(([kind, ids]) => (
          <p key={kind} className="small quiet wrap">
            {words.difference.samples(kind, ids)}
          </p>
        ))}
    </div>
  );
}
