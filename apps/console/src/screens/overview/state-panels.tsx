import { type Column, DataTable, Facts, Mark, Note, Panel, Time } from '@countersign/browser-ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SourcesTable } from '../../parts/sources-table.tsx';
import { Loaded } from '../../parts/states.tsx';
import type { PrintedBackup } from '../../service/printed.ts';
import { aboutQuery } from '../../service/queries.ts';
import { words } from '../../words.ts';
import { kindText } from '../../parts/kind-text.ts';
import { backupsQuery, listsQuery, systemFaults, systemQuery } from './use-overview.ts';

/** The lists in force and their age. */
export function ListsPanel() {
  const query = useQuery(listsQuery);
  return (
    <div id="lists">
      <Panel title={words.lists.title} actions={<Link to="/lists">{words.lists.more}</Link>} flush>
        <Loaded query={query}>
          {({ output: { sources, reasons } }) =>
            sources.length === 0 ? (
              <p className="panel-line quiet">{words.lists.empty}</p>
            ) : (
              <>
                <Reasons reasons={reasons} />
                <SourcesTable sources={sources} isBrief />
              </>
            )
          }
        </Loaded>
      </Panel>
    </div>
  );
}

/** Why an alarm is raised. */
export const Reasons = ({ reasons }: { reasons: readonly string[] }) =>
  reasons.length > 0 && (
    <div className="panel-note">
      <Note tone="bad" icon="warning">
        {reasons.join('; ')}
      </Note>
    </div>
  );

const backupColumns: Column<PrintedBackup>[] = [
  { key: 'ended', title: words.backups.ended, heads: true, cell: ({ endedAt }) => <Time at={endedAt} /> },
  {
    key: 'state',
    title: words.common.state,
    cell: ({ error, verifiedAt }) => {
      if (error !== null) return <Mark tone="bad">{words.backups.failed}</Mark>;
      return verifiedAt === null ? (
        <Mark tone="idle">{words.backups.written}</Mark>
      ) : (
        <Mark tone="good">{words.backups.verified}</Mark>
      );
    },
  },
  {
    key: 'where',
    title: words.backups.directory,
    cell: ({ directory, error }) => (
      <span className="stacked wrap">
        <span className="mono">{directory}</span>
        {error !== null && <span className="quiet small">{error}</span>}
      </span>
    ),
  },
];

/** The newest backups and their faults. */
export function BackupsPanel() {
  const query = useQuery(backupsQuery);
  return (
    <div id="backups">
      <Panel title={words.backups.title} flush>
        <Loaded query={query}>
          {({ output, note }) => (
            <>
              <Reasons reasons={note === null ? [] : [note]} />
              {output.length === 0 ? (
                <p className="panel-line quiet">{words.backups.empty}</p>
              ) : (
                <DataTable
                  caption={words.backups.title}
                  columns={backupColumns}
                  rows={output}
                  keyOf={({ id }) => id}
                />
              )}
            </>
          )}
        </Loaded>
      </Panel>
    </div>
  );
}

/** Identifies the installation and shows its faulty parts. */
export function SystemPanel() {
  const query = useQuery(aboutQuery);
  const parts = useQuery(systemQuery);
  const faults = systemFaults(parts.data?.output ?? []);
  return (
    <div id="system">
      <Panel title={words.system.title} actions={<Link to="/system">{words.system.more}</Link>} flush>
        <Reasons reasons={faults.map(({ part, detail }) => `${kindText(part)}: ${detail}`)} />
        <Loaded query={query}>
          {({ version, installation, engine, environment }) => (
            <div className="panel-body">
              <Facts
                inRow
                facts={[
                  [words.system.version, version],
                  [words.system.engine, engine],
                  [words.system.environment, environment],
                  [words.system.installation, <span className="mono">{installation}</span>],
                ]}
              />
            </div>
          )}
        </Loaded>
      </Panel>
    </div>
  );
}
