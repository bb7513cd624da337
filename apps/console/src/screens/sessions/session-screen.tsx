import { CopyId, DoneNote, Facts, Mark, Page, Panel } from '@countersign/browser-ui';
import { Button } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ChangesTable, type PrintedChange } from '../../parts/changes-table.tsx';
import { IntegrationName } from '../../parts/integration-name.tsx';
import { Loaded } from '../../parts/states.tsx';
import { StatusMark } from '../../parts/status-mark.tsx';
import type { VerbResult } from '../../service/call.ts';
import { verbQuery } from '../../service/queries.ts';
import { words } from '../../words.ts';
import { FindingsPanels } from './findings.tsx';
import { EraseDialog, HoldDialog } from './session-dialogs.tsx';
import type { ShownSession } from './shown-session.ts';

/** Whether the session is on legal hold, according to the latest record. */
const isOnHold = (changes: readonly PrintedChange[]): boolean =>
  changes.find(({ action }) => action === 'hold-session' || action === 'release-session')?.action ===
  'hold-session';

/** Findings and history of a session, and the operator's actions. */
export function SessionScreen() {
  const { integration: integrationId, session: sessionId } = useParams({
    from: '/sessions/$integration/$session',
  });
  const query = useQuery(verbQuery<ShownSession>('session show', { words: [integrationId, sessionId] }));
  const history = useQuery(
    verbQuery<PrintedChange[]>('audit list', {
      options: { integration: integrationId, session: sessionId, limit: '500' },
    }),
  );
  const [done, setDone] = useState('');
  const changes = history.data?.output;
  const shown = query.error === null ? query.data?.output : undefined;
  const key = { integrationId, sessionId };
  return (
    <Page
      title={words.sessions.one(sessionId.slice(0, 8))}
      above={<Link to="/sessions">{words.sessions.title}</Link>}
      beside={
        shown && (
          <>
            <StatusMark status={shown.status} />
            {isOnHold(changes ?? []) && <Mark tone="warn">{words.holding.held}</Mark>}
          </>
        )
      }
      actions={shown && changes && <Actions {...key} isHeld={isOnHold(changes)} onDone={setDone} />}
    >
      <DoneNote>{done}</DoneNote>
      <Panel>
        <Facts
          inRow
          facts={[
            [words.sessions.id, <CopyId id={sessionId} name={words.sessions.id} />],
            [words.common.integration, <IntegrationName id={integrationId} />],
            [words.sessions.attempt, shown?.attempt ?? '–'],
          ]}
        />
      </Panel>
      <Loaded query={query} lines={8}>
        {({ output }) => <FindingsPanels session={output} />}
      </Loaded>
      <History query={history} />
    </Page>
  );
}

const History = ({ query }: { query: UseQueryResult<VerbResult<PrintedChange[]>> }) => (
  <Panel title={words.sessions.history} flush>
    <Loaded query={query}>
      {({ output }) =>
        output.length === 0 ? (
          <p className="panel-line quiet">{words.audit.emptyTitle}</p>
        ) : (
          <ChangesTable changes={output} ofSession />
        )
      }
    </Loaded>
  </Panel>
);

interface ActionsProps {
  integrationId: string;
  sessionId: string;
  isHeld: boolean;
  onDone: (text: string) => void;
}

/** Action buttons and their dialogs. */
function Actions({ isHeld, onDone, ...key }: ActionsProps) {
  const [dialog, setDialog] = useState<'hold' | 'erase' | null>(null);
  const props = {
    ...key,
    onClose: () => setDialog(null),
    onDone: (text: string) => {
      setDialog(null);
      onDone(text);
    },
  };
  return (
    <>
      <Button variant="default" onClick={() => setDialog('hold')}>
        {isHeld ? words.holding.release.open : words.holding.hold.open}
      </Button>
      <Button variant="default" className="danger-quiet" onClick={() => setDialog('erase')}>
        {words.erasing.open}
      </Button>
      {dialog === 'hold' && <HoldDialog {...props} isHeld={isHeld} />}
      {dialog === 'erase' && <EraseDialog {...props} />}
    </>
  );
}
