import { Note, Time } from '@countersign/browser-ui';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { actorName } from '../../parts/actor-name.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { ValueChanges } from '../../parts/value-changes.tsx';
import { aboutQuery } from '../../service/queries.ts';
import { useVerb } from '../../service/use-verb.ts';
import { words } from '../../words.ts';
import { type PrintedProposal, proposedValues, trialOptions } from './proposals.ts';
import { hasJudged } from './settings.ts';
import { TrySettings } from './try-settings.tsx';

interface ProposalDialogProps {
  proposal: PrintedProposal;
  touches: readonly string[];
  onClose: () => void;
  /** Called with a message for the page. */
  onDone: (text: string) => void;
}

/** Shows another operator's proposal and approves it. */
export function ApproveDialog({
  proposal,
  name,
  isLive,
  touches,
  onClose,
  onDone,
}: ProposalDialogProps & { name: string; isLive: boolean }) {
  const { effectiveAt, reason, proposedBy } = proposal;
  const texts = useQuery(aboutQuery).data?.settings ?? [];
  const approve = useVerb<{ outcome: 'applied' | 'planned' }>('integration approve', {
    touches,
    onDone: ({ output }) => onDone(words.proposals.approve.done[output.outcome]),
  });
  return (
    <ConfirmDialog
      title={words.proposals.approve.title}
      onClose={onClose}
      verb={approve}
      size="lg"
      onConfirm={() => approve.run({ words: [proposal.proposal] })}
      submit={words.proposals.approve.open}
    >
      <Note tone={isLive ? 'warn' : 'busy'} icon={isLive ? 'warning' : 'eye'}>
        {effectiveAt === null ? (
          words.settings.consequence(name, isLive ? 'live' : 'test')
        ) : (
          <>
            {words.proposals.approve.later(name)} <Time at={effectiveAt} exact />.
          </>
        )}
      </Note>
      <ValueChanges changes={proposedValues(proposal)} />
      {hasJudged(Object.keys(proposal.after), texts) && (
        <TrySettings id={proposal.integrationId} options={trialOptions(proposal)} />
      )}
      <Text size="sm" className="wrap">
        {words.proposals.why(actorName(proposedBy), reason)}
      </Text>
    </ConfirmDialog>
  );
}

/** Withdraws or rejects a pending proposal. */
export function WithdrawDialog({ proposal, touches, onClose, onDone }: ProposalDialogProps) {
  const [reason, setReason] = useState('');
  const withdraw = useVerb('integration withdraw', {
    touches,
    onDone: () => onDone(words.proposals.withdraw.done),
  });
  return (
    <ConfirmDialog
      title={words.proposals.withdraw.title}
      onClose={onClose}
      verb={withdraw}
      size="lg"
      onConfirm={() =>
        withdraw.run({ words: [proposal.proposal], options: reason.trim() === '' ? {} : { reason } })
      }
      submit={words.proposals.withdraw.submit}
    >
      <Text>{words.proposals.withdraw.consequence}</Text>
      <ValueChanges changes={proposedValues(proposal)} />
      <ReasonField isFirst value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}
