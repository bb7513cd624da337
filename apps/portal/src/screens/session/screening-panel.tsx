import type { PortalSession } from '@countersign/contract';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { FormDialog } from '../../parts/dialog.tsx';
import { Mark } from '../../parts/marks.tsx';
import { Note } from '../../parts/note.tsx';
import { Panel } from '../../parts/page.tsx';
import { FailureAlert } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { change } from '../../service/api.ts';
import { useChange } from '../../service/use-change.ts';
import { useSpeech } from '../../words/context.tsx';
import { Explanation } from './hit-explanation.tsx';
import { HitReviewDialog } from './hit-review-dialog.tsx';

type Screening = NonNullable<PortalSession['screening']>;
type Hit = Screening['hits'][number];

const tones = {
  potential_match: 'warn',
  true_match: 'bad',
  false_positive: 'good',
  inconclusive: 'busy',
} as const;

/** What the watchlists had about the person, and what was decided about it. */
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
  return (
    <Panel
      title={texts.screening}
      actions={
        <Mark tone={screening.totalHits > 0 ? 'warn' : 'good'}>
          {texts.screeningHits(screening.totalHits)}
        </Mark>
      }
      flush={screening.hits.length > 0}
    >
      {screening.hits.length === 0 ? (
        <p className="quiet">
          {texts.screened} <Time at={screening.screenedAt} />
        </p>
      ) : (
        <Hits session={session} screening={screening} />
      )}
    </Panel>
  );
}

function Hits({ session, screening }: { session: PortalSession; screening: Screening }) {
  const { words } = useSpeech();
  const texts = words.session;
  const [deciding, setDeciding] = useState<Hit | null>(null);
  const columns: Column<Hit>[] = [
    { key: 'name', title: texts.hitName, heads: true, cell: ({ name }) => name },
    { key: 'score', title: texts.hitScore, numeric: true, cell: ({ score }) => score.toFixed(0) },
    {
      key: 'match',
      title: texts.hitMatch,
      cell: ({ id, matchStatus }) => (
        <>
          <Mark tone={tones[matchStatus]}>{texts.hitReview.marks[matchStatus]}</Mark>
          {session.proposals.some(({ hitId }) => hitId === id) && (
            <span className="quiet small"> {texts.proposals.mark}</span>
          )}
        </>
      ),
    },
    {
      key: 'risk',
      title: texts.hitRisk,
      cell: ({ riskLevel }) => (riskLevel === null ? '–' : texts.hitReview.risks[riskLevel]),
    },
  ];
  if (screening.canDecide)
    columns.push({
      key: 'decide',
      title: texts.hitReview.decide,
      quiet: true,
      cell: (hit) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={texts.hitReview.decideHit(hit.name)}
          onClick={() => setDeciding(hit)}
        >
          {texts.hitReview.decide}
        </Button>
      ),
    });
  return (
    <>
      {screening.hasUnacknowledgedChanges && <Changes session={session} canDecide={screening.canDecide} />}
      <DataTable caption={texts.hitsCaption} columns={columns} rows={screening.hits} keyOf={({ id }) => id} />
      {session.revealedUntil === null && <p className="quiet small panel-line">{texts.explanation.masked}</p>}
      {screening.hits.map((hit) => (
        <Explanation key={hit.id} hit={hit} />
      ))}
      {screening.canDecide && screening.monitorStatus === 'enabled' && <Monitoring id={session.id} />}
      {deciding !== null && (
        <HitReviewDialog
          sessionId={session.id}
          hit={deciding}
          fourEyes={session.fourEyes}
          onClose={() => setDeciding(null)}
        />
      )}
    </>
  );
}

/** Monitoring found something else since somebody looked. */
function Changes({ session, canDecide }: { session: PortalSession; canDecide: boolean }) {
  const { words } = useSpeech();
  const texts = words.session.hitReview;
  const acknowledge = useChange<true, null>({
    act: () => change('POST', `sessions/${session.id}/screening/acknowledge`),
    touches: ['sessions'],
  });
  return (
    <div className="panel-line">
      <Note tone="warn" icon="eye">
        {texts.changed}
      </Note>
      {canDecide && (
        <Button
          className="panel-more"
          size="compact-sm"
          variant="default"
          loading={acknowledge.busy}
          onClick={() => acknowledge.run(true)}
        >
          {texts.acknowledge}
        </Button>
      )}
      <FailureAlert failure={acknowledge.failure} />
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
