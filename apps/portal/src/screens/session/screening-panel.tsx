import { Mark, Note, Panel, Time } from '@countersign/browser-ui';
import type { PortalSession } from '@countersign/contract';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../parts/dialog.tsx';
import { storeAnswer } from '../../parts/download.tsx';
import { FailureAlert } from '../../parts/states.tsx';
import { change, readRaw } from '../../service/api.ts';
import { useChange } from '../../service/use-change.ts';
import { useSpeech } from '../../words/context.tsx';
import { searchedText } from './file-note.ts';
import { HitChanges } from './hit-changes.tsx';
import { Hits } from './hits.tsx';

type Screening = NonNullable<PortalSession['screening']>;

/** What the watchlists have on the person, and the decisions about it. */
export function ScreeningPanel({ session }: { session: PortalSession }) {
  const { words } = useSpeech();
  const texts = words.session;
  const { screening } = session;
  if (screening === null)
    return (
      <Panel title={texts.screening}>
        <p className="quiet">{texts.noScreening}</p>
      </Panel>
    );
  if (screening.status === 'in_progress')
    return (
      <Panel title={texts.screening} actions={<Mark tone="busy">{texts.screeningRuns}</Mark>}>
        <p className="quiet">{texts.noResultYet}</p>
      </Panel>
    );
  return (
    <Panel
      title={texts.screening}
      actions={
        <Mark tone={screening.totalHits > 0 ? 'warn' : 'good'}>
          {texts.screeningHits(screening.totalHits)}
        </Mark>
      }
      flush
    >
      {screening.term !== null && <Searched term={screening.term} />}
      <NotKept screening={screening} />
      {screening.hasUnacknowledgedChanges && <Changes session={session} screening={screening} />}
      {screening.hits.length === 0 ? (
        <p className="quiet panel-line">
          {texts.screened} <Time at={screening.screenedAt} />
        </p>
      ) : (
        <Hits session={session} screening={screening} />
      )}
      {session.revealedUntil !== null && <Evidence id={session.id} />}
      {screening.canDecide && screening.monitorStatus === 'enabled' && <Monitoring id={session.id} />}
    </Panel>
  );
}

/** How the lists were searched. */
function Searched({ term }: { term: NonNullable<Screening['term']> }) {
  const { words } = useSpeech();
  return <p className="quiet small panel-line">{searchedText(words.session.explanation, term)}</p>;
}

/** Warns that there are more hits than are stored: the rest remain unseen, whatever the result. */
function NotKept({ screening: { hits, totalHits } }: { screening: Screening }) {
  const { words } = useSpeech();
  const kept = hits.filter(({ current }) => current).length;
  if (totalHits <= kept) return null;
  return (
    <div className="panel-line">
      <Note tone="warn" icon="eye">
        {words.session.notKept(kept, totalHits)}
      </Note>
    </div>
  );
}

/** Changes that monitoring found since the last review, before and after. */
function Changes({ session, screening }: { session: PortalSession; screening: Screening }) {
  const { words } = useSpeech();
  const texts = words.session.hitReview;
  const acknowledge = useChange<true, null>({
    act: () => change('POST', `sessions/${session.id}/screening/acknowledge`),
    touches: ['sessions', 'screening', 'webhooks'],
  });
  return (
    <>
      <div className="panel-line">
        <Note tone="warn" icon="eye">
          {texts.changed}
        </Note>
        {session.revealedUntil === null && <p className="quiet small panel-more">{texts.changesMasked}</p>}
      </div>
      <HitChanges changes={screening.changes} />
      {screening.canDecide && (
        <div className="panel-line">
          <Button
            size="compact-sm"
            variant="default"
            loading={acknowledge.busy}
            onClick={() => acknowledge.run(true)}
          >
            {texts.acknowledge}
          </Button>
          <FailureAlert failure={acknowledge.failure} />
        </div>
      )}
    </>
  );
}

/** A file that documents the screening of the session and the decisions, to keep and to print. */
function Evidence({ id }: { id: string }) {
  const { words } = useSpeech();
  const texts = words.session.evidence;
  const store = useChange<true, null>({
    act: async () => storeAnswer(await readRaw(`sessions/${id}/screening/evidence`), 'screening.html'),
    touches: ['sessions'],
  });
  return (
    <div className="panel-line">
      <p className="quiet small">{texts.intro}</p>
      <Button size="compact-sm" variant="default" loading={store.busy} onClick={() => store.run(true)}>
        {texts.store}
      </Button>
      <FailureAlert failure={store.failure} />
    </div>
  );
}

/** Ongoing monitoring, which a person can end. */
function Monitoring({ id }: { id: string }) {
  const { words } = useSpeech();
  const texts = words.session.hitReview;
  const [open, setOpen] = useState(false);
  const end = useChange<true, null>({
    act: () => change('DELETE', `sessions/${id}/monitoring`),
    touches: ['sessions'],
    onDone: () => setOpen(false),
  });
  return (
    <div className="panel-line">
      <p className="quiet small">{texts.monitored}</p>
      <Button size="compact-sm" variant="subtle" onClick={() => setOpen(true)}>
        {texts.endMonitoring}
      </Button>
      {open && (
        <FormDialog
          title={texts.endMonitoring}
          onClose={() => setOpen(false)}
          change={end}
          input
          submit={texts.endMonitoring}
          danger
        >
          <Text size="sm">{texts.endMonitoringText}</Text>
        </FormDialog>
      )}
    </div>
  );
}
