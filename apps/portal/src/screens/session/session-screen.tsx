import { CopyId, Facts, icons, Loading, Note, Page, Panel, Time, timeText } from '@countersign/browser-ui';
import type { PortalSession } from '@countersign/contract';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { IntegrationName, StatusMark } from '../../parts/marks.tsx';
import { LoadFailure } from '../../parts/states.tsx';
import { sessionQuery } from '../../service/queries.ts';
import { useSpeech } from '../../words/context.tsx';
import { reasonIn } from '../../words/reason-words.ts';
import type { Words } from '../../words/words.ts';
import { Attempts } from './attempts.tsx';
import { RedactDialog, RedactedNote } from './redaction.tsx';
import { DeleteDialog, RevealDialog } from './session-dialogs.tsx';
import { FraudReportDialog } from './fraud-report-dialog.tsx';
import { FraudReportPanel } from './fraud-report-panel.tsx';
import { PersonPanel } from './person-panel.tsx';
import { ProposalsPanel } from './proposals-panel.tsx';
import { RawDecision } from './raw-decision.tsx';
import { RegistryPanel, UnansweredChecks, WebhookPanel } from './related-panels.tsx';
import { ScreeningPanel } from './screening-panel.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { Timeline } from './timeline.tsx';
import { WalkLinks } from './walk-links.tsx';

const route = getRouteApi('/frame/sessions/$id');

/** Everything about a session. */
export function SessionScreen() {
  const { words } = useSpeech();
  const { id } = route.useParams();
  const query = useQuery(sessionQuery(id));
  const above = <WalkLinks id={id} />;
  if (query.data) return <Shown key={id} session={query.data} above={above} />;
  return (
    <Page title={words.session.title} above={above}>
      <Panel>
        {query.error ? (
          <LoadFailure error={query.error} retry={() => void query.refetch()} />
        ) : (
          <Loading lines={10} />
        )}
      </Panel>
    </Page>
  );
}

function Shown({ session, above }: { session: PortalSession; above: React.ReactNode }) {
  const { words } = useSpeech();
  const texts = words.session;
  const hasPerson = session.redacted === null;
  // Reviewers look at the pictures first.
  const isReview = session.status === 'review';
  return (
    <Page
      title={`${texts.title} ${session.id.slice(0, 8)}`}
      beside={<StatusMark status={session.status} />}
      above={above}
      actions={<Actions session={session} />}
    >
      {session.redacted !== null && <RedactedNote redacted={session.redacted} />}
      <MaskNote session={session} />
      <div className="columns">
        <div className="column">
          <ProposalsPanel session={session} />
          <Reason session={session} />
          {isReview && <Attempts session={session} />}
          {hasPerson && <PersonPanel session={session} />}
          {!isReview && <Attempts session={session} />}
          {hasPerson && <RegistryPanel session={session} />}
          {hasPerson && <ScreeningPanel session={session} />}
          <FraudReportPanel session={session} />
          <RawDecision session={session} />
        </div>
        <div className="column">
          <Panel title={texts.facts}>
            <FactList session={session} />
          </Panel>
          <Timeline session={session} />
          <WebhookPanel session={session} />
        </div>
      </div>
    </Page>
  );
}

type Open = 'review' | 'report' | 'redact' | 'delete' | null;

function Actions({ session }: { session: PortalSession }) {
  const { words } = useSpeech();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <Group gap="sm">
      {session.canDelete && (
        <Button variant="default" className="danger-quiet" onClick={() => setOpen('delete')}>
          {words.session.remove}
        </Button>
      )}
      {session.canRedact && (
        <Button variant="default" className="danger-quiet" onClick={() => setOpen('redact')}>
          {words.session.redaction.redact}
        </Button>
      )}
      {session.canReport && (
        <Button variant="default" onClick={() => setOpen('report')}>
          {words.session.fraudReport.report}
        </Button>
      )}
      {session.canReview && (
        <Button data-key="d" onClick={() => setOpen('review')}>
          {words.session.review}
        </Button>
      )}
      {open === 'review' && <ReviewDialog session={session} onClose={close} />}
      {open === 'report' && <FraudReportDialog id={session.id} onClose={close} />}
      {open === 'redact' && <RedactDialog session={session} onClose={close} />}
      {open === 'delete' && <DeleteDialog session={session} onClose={close} />}
    </Group>
  );
}

/** Whether personal data is masked, and how to reveal it. */
function MaskNote({ session }: { session: PortalSession }) {
  const { words, language } = useSpeech();
  const [open, setOpen] = useState(false);
  if (session.revealedUntil !== null)
    return (
      <Note tone="warn" icon="eye">
        {words.session.revealed(timeText(session.revealedUntil, language))}
      </Note>
    );
  return (
    <div className="mask-note">
      <icons.lock size={16} />
      <span>{session.redacted === null ? words.session.masked : words.session.redaction.masked}</span>
      {session.canReveal && (
        <Button variant="subtle" size="compact-sm" data-key="v" onClick={() => setOpen(true)}>
          {words.session.reveal}
        </Button>
      )}
      {open && <RevealDialog id={session.id} onClose={() => setOpen(false)} />}
    </div>
  );
}

function Reason({ session }: { session: PortalSession }) {
  const { words } = useSpeech();
  const { plainReason, reasonCode, code, status } = session;
  const reason = reasonIn(words, reasonCode, session.reason);
  // Uses the specific text if it differs from that of the code.
  const plain = plainReason === session.reason ? reason : plainReason;
  const isUnanswered =
    status === 'submitted' && session.registryChecks.some(({ unanswered }) => unanswered !== null);
  const doubt = status === 'review' ? doubtOf(words, session) : null;
  const codes = [
    ...(code === null ? [] : [words.session.codeIs(String(code))]),
    ...(reasonCode === null ? [] : [words.session.reasonCodeIs(String(reasonCode))]),
  ];
  return (
    <Panel title={words.session.whatHappened}>
      {isUnanswered ? (
        <UnansweredChecks session={session} />
      ) : (
        <p className="plain-reason">{plain ?? reason ?? words.statusHelp[status]}</p>
      )}
      {doubt !== null && <p>{words.session.doubtful(doubt)}</p>}
      {reason !== null && plain !== null && reason !== plain && <p className="quiet">{reason}</p>}
      {codes.length > 0 && <p className="quiet mono small">{codes.join(' · ')}</p>}
    </Panel>
  );
}

/** The check that was in doubt, according to the newest decision; `null` if it names none. */
function doubtOf(words: Words, { attemptList }: PortalSession): string | null {
  const newest = attemptList.toSorted((one, other) => other.ordinal - one.ordinal)[0];
  const check = newest?.decisions[0]?.decidedBy ?? null;
  return check === null ? null : ((words.session.checks as Record<string, string>)[check] ?? check);
}

function FactList({ session }: { session: PortalSession }) {
  const { words } = useSpeech();
  const texts = words.sessions;
  return (
    <Facts
      facts={[
        [texts.id, <CopyId key="id" id={session.id} name={texts.id} />],
        [words.common.integration, <IntegrationName key="integration" id={session.integrationId} />],
        [texts.created, <Time key="created" at={session.createdAt} />],
        [texts.changed, <Time key="changed" at={session.changedAt} />],
        [words.session.expires, <Time key="expires" at={session.expiresAt} />],
        [texts.vendorData, <bdi key="vendorData">{session.vendorData ?? '–'}</bdi>],
        [words.session.endUser, <bdi key="endUser">{session.endUserId ?? '–'}</bdi>],
      ]}
    />
  );
}
