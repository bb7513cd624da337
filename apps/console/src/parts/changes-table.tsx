import { type Column, DataTable, Time } from '@countersign/browser-ui';
import { words } from '../words.ts';
import { IntegrationName } from './integration-name.tsx';
import { SessionLink } from './session-link.tsx';

/** An entry of `audit list`. */
export interface PrintedChange {
  integrationId: string;
  id: number;
  at: string;
  actor: string;
  action: string;
  sessionId: string | null;
  from: string | null;
  to: string | null;
  details: Readonly<Record<string, unknown>>;
}

const at: Column<PrintedChange> = {
  key: 'at',
  title: words.audit.at,
  cell: (change) => <Time at={change.at} exact />,
};
const action: Column<PrintedChange> = {
  key: 'action',
  title: words.audit.action,
  heads: true,
  cell: (change) => <strong>{change.action}</strong>,
};
const actor: Column<PrintedChange> = {
  key: 'actor',
  title: words.audit.actor,
  cell: (change) => (
    <span className="wrap" title={change.actor}>
      {change.actor.replace(/([0-9a-f]{8})(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, '$1')}
    </span>
  ),
};
const where: Column<PrintedChange>[] = [
  {
    key: 'integration',
    title: words.common.integration,
    cell: ({ integrationId }) => <IntegrationName id={integrationId} />,
  },
  {
    key: 'session',
    title: words.common.session,
    cell: ({ integrationId, sessionId }) =>
      sessionId === null ? '–' : <SessionLink integrationId={integrationId} sessionId={sessionId} />,
  },
];
const what: Column<PrintedChange> = {
  key: 'what',
  title: words.audit.details,
  cell: (change) => <Details change={change} />,
};

/** The change of status, followed by the recorded details. */
function Details({ change: { from, to, details } }: { change: PrintedChange }) {
  const text = Object.keys(details).length === 0 ? '' : JSON.stringify(details);
  const isMove = from !== null || to !== null;
  if (!isMove && text === '') return '–';
  return (
    <span className="stacked">
      {isMove && <span>{`${from ?? '…'} → ${to ?? '…'}`}</span>}
      {text !== '' && <span className="mono quiet small wrap">{text}</span>}
    </span>
  );
}

/** Recorded changes, newest first. @param ofSession omits what is the same in every row */
export const ChangesTable = ({
  changes,
  ofSession = false,
}: {
  changes: PrintedChange[];
  ofSession?: boolean;
}) => (
  <DataTable
    caption={words.audit.title}
    columns={ofSession ? [action, at, actor, what] : [action, at, actor, ...where, what]}
    rows={changes}
    keyOf={({ id }) => String(id)}
  />
);
