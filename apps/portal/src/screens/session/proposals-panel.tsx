import { Panel, Time } from '@countersign/browser-ui';
import { hitMatchStatuses, type PortalProposal, type PortalSession, riskLevels } from '@countersign/contract';
import { Button, Group } from '@mantine/core';
import { FailureAlert } from '../../parts/states.tsx';
import { change } from '../../service/api.ts';
import { useChange } from '../../service/use-change.ts';
import { useSpeech } from '../../words/context.tsx';
import type { Words } from '../../words/words.ts';

/** Proposed decisions, for both the first and the second person. */
export function ProposalsPanel({ session }: { session: PortalSession }) {
  const { words } = useSpeech();
  const texts = words.session.proposals;
  if (session.proposals.length === 0) return null;
  return (
    <Panel title={texts.title} intro={texts.intro}>
      <ul className="plain-list proposals">
        {session.proposals.map((proposal) => (
          <Proposal key={proposal.id} session={session} proposal={proposal} />
        ))}
      </ul>
    </Panel>
  );
}

type Verb = 'confirm' | 'reject' | 'withdraw';

function Proposal({ session, proposal }: { session: PortalSession; proposal: PortalProposal }) {
  const { words } = useSpeech();
  const texts = words.session.proposals;
  const path = `sessions/${session.id}/proposals/${proposal.id}`;
  const act = useChange<Verb, null>({
    act: (verb) => (verb === 'withdraw' ? change('DELETE', path) : change('POST', `${path}/${verb}`)),
    touches: ['sessions', 'webhooks', 'home'],
  });
  return (
    <li>
      <p className="strong">{sentenceOf(words, session, proposal)}</p>
      {proposal.note !== null && <blockquote>{proposal.note}</blockquote>}
      <p className="quiet small">
        {texts.by(proposal.proposedBy)} · <Time at={proposal.createdAt} /> · {texts.until}{' '}
        <Time at={proposal.expiresAt} />
      </p>
      <Group gap="xs" mt="xs">
        {proposal.canConfirm && (
          <>
            <Button size="compact-sm" loading={act.busy} onClick={() => act.run('confirm')}>
              {texts.confirm}
            </Button>
            <Button size="compact-sm" variant="default" disabled={act.busy} onClick={() => act.run('reject')}>
              {texts.reject}
            </Button>
          </>
        )}
        {proposal.canWithdraw && (
          <>
            <span className="quiet small">{texts.own}</span>
            <Button
              size="compact-sm"
              variant="default"
              loading={act.busy}
              onClick={() => act.run('withdraw')}
            >
              {texts.withdraw}
            </Button>
          </>
        )}
      </Group>
      <FailureAlert failure={act.failure} />
    </li>
  );
}

/** Describes a proposal in one sentence. */
function sentenceOf(words: Words, session: PortalSession, proposal: PortalProposal): string {
  const texts = words.session;
  const { kind, hitId, decision, reasonCode, riskLevel } = proposal;
  if (kind === 'review') {
    const named = { approve: texts.approve, resubmit: texts.resubmit, decline: texts.decline }[decision];
    const code = reasonCode === null ? '' : ` (${texts.reasonCodeIs(String(reasonCode))})`;
    return `${named ?? decision}${code}`;
  }
  const hit = session.screening?.hits.find(({ id }) => id === hitId)?.name ?? '–';
  const match = hitMatchStatuses.find((each) => each === decision);
  const risk = riskLevels.find((each) => each === riskLevel);
  const status = match === undefined ? decision : texts.hitReview.statuses[match];
  return `${hit}: ${status}${risk === undefined ? '' : ` (${texts.hitReview.risks[risk]})`}`;
}
