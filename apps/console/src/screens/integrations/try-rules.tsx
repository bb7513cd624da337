import { type Column, DataTable, Note } from '@countersign/browser-ui';
import { Button, Group, Stack, Text } from '@mantine/core';
import { FailureAlert } from '../../parts/states.tsx';
import type { VerbOptions } from '../../service/call.ts';
import { useVerb } from '../../service/use-verb.ts';
import { words } from '../../words.ts';

/** Output of `integration screening --dry-run`. */
interface Tried {
  people: number;
  refused: number;
  alertsBefore: number;
  alertsAfter: number;
  counts: { list: string; score: string; gained: number; lost: number }[];
}

const columns: Column<Tried['counts'][number]>[] = [
  { key: 'list', title: words.rules.list, heads: true, cell: ({ list }) => list },
  { key: 'score', title: words.rules.score, cell: ({ score }) => score },
  { key: 'gained', title: words.rules.gained, numeric: true, cell: ({ gained }) => gained },
  { key: 'lost', title: words.rules.lost, numeric: true, cell: ({ lost }) => lost },
];

/** Tries screening rules on all monitored people before saving them. */
export function TryRules({ id, options }: { id: string; options: VerbOptions }) {
  const attempt = useVerb<Tried>('integration screening');
  const tried = attempt.result?.output;
  const counts = tried?.counts.filter(({ gained, lost }) => gained + lost > 0) ?? [];
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Button variant="light" loading={attempt.busy} onClick={() => attempt.run({ words: [id], options })}>
          {words.rules.attempt}
        </Button>
        <Text size="sm" c="dimmed">
          {words.rules.intro}
        </Text>
      </Group>
      <FailureAlert failure={attempt.failure} />
      <div role="status">
        {tried && (
          <Note tone="busy" icon="search">
            {words.rules.tried(tried)}
          </Note>
        )}
      </div>
      {counts.length > 0 && (
        <div className="difference">
          <DataTable
            caption={words.rules.counts}
            columns={columns}
            rows={counts}
            keyOf={({ list, score }) => `${list} ${score}`}
          />
        </div>
      )}
    </Stack>
  );
}
