import { type Column, DataTable, Note } from '@countersign/browser-ui';
import { Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { FailureAlert } from '../../parts/states.tsx';
import { StatusMark } from '../../parts/status-mark.tsx';
import type { VerbOptions } from '../../service/call.ts';
import { useVerb } from '../../service/use-verb.ts';
import { words } from '../../words.ts';

interface Judgement {
  status: string;
  code: number | null;
}

interface Sample {
  sessionId: string;
  before: Judgement;
  after: Judgement;
}

/** Output of `integration try`. */
export interface PrintedTrial {
  sessions: number;
  compared: number;
  changed: number;
  untried: string[];
  registry: string | null;
  samples: Sample[];
}

const tried = '200';

function Shown({ status, code }: Judgement) {
  return (
    <span className="stacked">
      <StatusMark status={status} />
      {code !== null && <span className="quiet small">{words.trial.code(code)}</span>}
    </span>
  );
}

const columnsOf = (id: string): Column<Sample>[] => [
  {
    key: 'session',
    title: words.trial.session,
    heads: true,
    cell: ({ sessionId }) => (
      <Link
        to="/sessions/$integration/$session"
        params={{ integration: id, session: sessionId }}
        className="mono"
        target="_blank"
      >
        {sessionId.slice(0, 8)}
      </Link>
    ),
  },
  { key: 'before', title: words.trial.before, cell: ({ before }) => <Shown {...before} /> },
  { key: 'after', title: words.trial.after, cell: ({ after }) => <Shown {...after} /> },
];

/** Re-evaluates the newest sessions under changed settings, before these are saved or approved. */
export function TrySettings({ id, options }: { id: string; options: VerbOptions }) {
  const attempt = useVerb<PrintedTrial>('integration try');
  const trial = attempt.result?.output;
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Button
          variant="light"
          loading={attempt.busy}
          onClick={() => attempt.run({ words: [id], options: { ...options, sessions: tried } })}
        >
          {words.trial.attempt}
        </Button>
        <Text size="sm" c="dimmed">
          {words.trial.intro}
        </Text>
      </Group>
      <FailureAlert failure={attempt.failure} />
      <div role="status">{trial && <Outcome trial={trial} />}</div>
      {trial && trial.samples.length > 0 && (
        <div className="difference">
          <DataTable
            caption={words.trial.samples}
            columns={columnsOf(id)}
            rows={trial.samples}
            keyOf={({ sessionId }) => sessionId}
          />
        </div>
      )}
    </Stack>
  );
}

function Outcome({ trial }: { trial: PrintedTrial }) {
  const { changed, compared, registry, untried } = trial;
  return (
    <Note tone={changed > 0 ? 'warn' : 'busy'} icon={changed > 0 ? 'warning' : 'search'}>
      {compared === 0 ? words.trial.nothing : words.trial.outcome(trial)}
      {registry !== null && compared > 0 && <> {words.trial.registry}</>}
      {untried.length > 0 && <> {words.trial.untried(untried.join(', '))}</>}
    </Note>
  );
}
