import { type Column, DataTable, DoneNote, Panel, Time } from '@countersign/browser-ui';
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../../parts/states.tsx';
import { verbQuery } from '../../service/queries.ts';
import { words } from '../../words.ts';
import { changedValues, type PrintedSettingChange } from './history.ts';
import { RollbackDialog } from './rollback-dialog.tsx';
import type { ShownIntegration } from './settings.ts';

/** Changes at first, and how many more a press on the button shows. */
const step = 10;
const most = 10_000;

const columnsOf = (onReturn: (change: PrintedSettingChange) => void): Column<PrintedSettingChange>[] => [
  {
    key: 'at',
    title: words.history.at,
    heads: true,
    cell: ({ at, change }) => (
      <span className="stacked">
        <Time at={at} exact />
        <span className="quiet small mono">{change}</span>
      </span>
    ),
  },
  { key: 'actor', title: words.history.actor, cell: ({ actor }) => actor },
  {
    key: 'reason',
    title: words.reason.label,
    cell: ({ reason, rollsBackBefore }) => (
      <span className="stacked wrap">
        {reason ?? <span className="quiet">{words.history.noReason}</span>}
        {rollsBackBefore !== null && (
          <span className="quiet small">{words.history.returned(rollsBackBefore)}</span>
        )}
      </span>
    ),
  },
  { key: 'what', title: words.history.what, cell: (change) => <Values change={change} /> },
  {
    key: 'actions',
    title: words.common.actions,
    quiet: true,
    cell: (change) =>
      Object.keys(change.changed).length > 0 && (
        <Button
          variant="default"
          size="xs"
          aria-label={words.history.undoOf(change.change)}
          onClick={() => onReturn(change)}
        >
          {words.history.undo}
        </Button>
      ),
  },
];

/** Values before and after, one below the other; of a switch, which way it went. */
function Values({ change }: { change: PrintedSettingChange }) {
  const changes = changedValues(change);
  if (changes.length === 0) return change.active ? words.history.switched.on : words.history.switched.off;
  return (
    <ul className="value-changes">
      {changes.map(({ name, before, after }) => (
        <li key={name}>
          <code className="wrap">{name}</code>{' '}
          <del className="wrap mono">{before || words.settings.absent}</del> <span aria-hidden="true">→</span>{' '}
          <ins className="wrap mono">{after || words.settings.absent}</ins>
        </li>
      ))}
    </ul>
  );
}

/** What the settings were and who changed them why, newest first, with a way back. */
export function HistoryPanel({ integration }: { integration: ShownIntegration }) {
  const [returning, setReturning] = useState<PrintedSettingChange | null>(null);
  const [isReturned, setReturned] = useState(false);
  const open = (change: PrintedSettingChange) => {
    setReturned(false);
    setReturning(change);
  };
  return (
    <div id="history" className="stack">
      <DoneNote>{isReturned && words.history.done}</DoneNote>
      <Panel title={words.history.title} intro={words.history.intro} flush>
        <Changes integrationId={integration.integrationId} onReturn={open} />
        {returning && (
          <RollbackDialog
            integration={integration}
            change={returning}
            onClose={() => setReturning(null)}
            onDone={() => {
              setReturning(null);
              setReturned(true);
            }}
          />
        )}
      </Panel>
    </div>
  );
}

interface ChangesProps {
  integrationId: string;
  onReturn: (change: PrintedSettingChange) => void;
}

function Changes({ integrationId, onReturn }: ChangesProps) {
  const [limit, setLimit] = useState(step);
  const query = useQuery({
    ...verbQuery<PrintedSettingChange[]>('integration history', {
      words: [integrationId],
      options: { limit: String(limit) },
    }),
    placeholderData: keepPreviousData,
  });
  const more = () => setLimit(Math.min(limit * 3, most));
  return (
    <Loaded query={query}>
      {({ output }) =>
        output.length === 0 ? (
          <p className="panel-line quiet">{words.history.empty}</p>
        ) : (
          <>
            <DataTable
              caption={words.history.title}
              columns={columnsOf(onReturn)}
              rows={output}
              keyOf={({ change }) => String(change)}
            />
            {output.length >= limit && limit < most && (
              <p className="panel-more">
                <Button variant="default" loading={query.isFetching} onClick={more}>
                  {words.audit.more}
                </Button>
              </p>
            )}
          </>
        )
      }
    </Loaded>
  );
}
