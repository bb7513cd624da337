import { type Column, DataTable, DoneNote, Panel, Time } from '@countersign/browser-ui';
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { actorName } from '../../parts/actor-name.ts';
import { mostRows, MoreRows } from '../../parts/more-rows.tsx';
import { Loaded } from '../../parts/states.tsx';
import { ValueChanges } from '../../parts/value-changes.tsx';
import { verbQuery } from '../../service/queries.ts';
import { words } from '../../words.ts';
import { changedValues, type PrintedSettingChange } from './history.ts';
import { RollbackDialog } from './rollback-dialog.tsx';
import type { ShownIntegration } from './settings.ts';

/** Initial number of changes, and how many more each press of the button adds. */
const step = 10;

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
  { key: 'actor', title: words.history.actor, cell: (change) => <Actor change={change} /> },
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

/** Who made the change, and who proposed and approved it. */
const Actor = ({ change: { actor, proposedBy, approvedBy } }: { change: PrintedSettingChange }) => (
  <span className="stacked">
    {actor}
    {proposedBy !== null && (
      <span className="quiet small">
        {words.history.people(actorName(proposedBy), approvedBy && actorName(approvedBy))}
      </span>
    )}
  </span>
);

/** Values before and after, one below the other; for a switch, its new position. */
function Values({ change }: { change: PrintedSettingChange }) {
  const changes = changedValues(change);
  if (changes.length === 0) return change.active ? words.history.switched.on : words.history.switched.off;
  return <ValueChanges changes={changes} />;
}

/** Former settings, with who changed them and why, newest first, and a way to roll back. */
export function HistoryPanel({ integration }: { integration: ShownIntegration }) {
  const [returning, setReturning] = useState<PrintedSettingChange | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const open = (change: PrintedSettingChange) => {
    setDone(null);
    setReturning(change);
  };
  return (
    <div id="history" className="stack">
      <DoneNote>{done}</DoneNote>
      <Panel title={words.history.title} intro={words.history.intro} flush>
        <Changes integrationId={integration.integrationId} onReturn={open} />
        {returning && (
          <RollbackDialog
            integration={integration}
            change={returning}
            onClose={() => setReturning(null)}
            onDone={(isProposed) => {
              setReturning(null);
              setDone(isProposed ? words.proposals.proposed : words.history.done);
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
  const more = () => setLimit(Math.min(limit * 3, mostRows));
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
            <MoreRows shown={output.length} limit={limit} busy={query.isFetching} onMore={more} />
          </>
        )
      }
    </Loaded>
  );
}
