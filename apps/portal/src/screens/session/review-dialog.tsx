import {
  type PortalReviewed,
  type PortalReviewRequest,
  type PortalSession,
  reasonCodes,
  type ReasonCodeRow,
} from '@countersign/contract';
import { NativeSelect, Radio, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../parts/dialog.tsx';
import { change } from '../../service/api.ts';
import { useDraft } from '../../service/drafts.ts';
import { useChange } from '../../service/use-change.ts';
import { useSpeech } from '../../words/context.tsx';
import type { Words } from '../../words/words.ts';
import { reasonIn } from '../../words/reason-words.ts';

type Decision = PortalReviewRequest['decision'];

const statusOf = { decline: 'declined', resubmit: 'resubmission_requested' } as const;

/** Reason codes that fit a decision, as choices. */
const codesFor = (words: Words, decision: 'decline' | 'resubmit') =>
  Object.entries<ReasonCodeRow>(reasonCodes)
    .filter(([, { statuses }]) => statuses.includes(statusOf[decision]))
    .map(([value, { text }]) => ({ value, label: `${value} – ${reasonIn(words, Number(value), text)}` }));

/** The request; `null` while input is incomplete. */
function requestOf(decision: Decision | null, code: string, note: string): PortalReviewRequest | null {
  if (decision === null || (decision !== 'approve' && code === '')) return null;
  const reasonCode = decision === 'approve' ? null : Number(code);
  return { decision, reasonCode, note: note.trim() === '' ? null : note.trim() };
}

/** A person's decision about a session that is in review. */
export function ReviewDialog({ session, onClose }: { session: PortalSession; onClose: () => void }) {
  const { words } = useSpeech();
  const texts = words.session;
  const [decision, setDecision] = useState<Decision | null>(null);
  const [code, setCode] = useState('');
  const note = useDraft(`review ${session.id}`);
  const review = useChange<PortalReviewRequest, PortalReviewed>({
    act: (body) => change('POST', `sessions/${session.id}/review`, body),
    touches: ['sessions', 'webhooks', 'home'],
    onDone: () => {
      note.sent();
      onClose();
    },
  });
  const choose = (value: string) => {
    setDecision(value as Decision);
    setCode('');
  };
  return (
    <FormDialog
      title={texts.reviewTitle}
      onClose={onClose}
      change={review}
      input={requestOf(decision, code, note.text)}
      submit={session.fourEyes ? texts.proposals.propose : texts.reviewSubmit}
    >
      <Text size="sm" c="dimmed">
        {session.fourEyes ? texts.proposals.proposeIntro : texts.reviewIntro}
      </Text>
      <Radio.Group label={texts.decision} value={decision} onChange={choose} required>
        <Stack gap="xs" mt={6}>
          <Radio value="approve" label={texts.approve} data-autofocus />
          <Radio value="resubmit" label={texts.resubmit} />
          <Radio value="decline" label={texts.decline} />
        </Stack>
      </Radio.Group>
      {decision !== null && decision !== 'approve' && (
        <NativeSelect
          label={texts.reasonCode}
          required
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          data={[{ value: '', label: words.common.choose }, ...codesFor(words, decision)]}
        />
      )}
      <Textarea
        label={texts.note}
        description={texts.noteHint}
        rows={3}
        maxLength={4_000}
        value={note.text}
        onChange={(event) => note.write(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
