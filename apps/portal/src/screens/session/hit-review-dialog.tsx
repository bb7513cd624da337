import {
  hitMatchStatuses,
  type PortalHitProposed,
  type PortalHitReviewRequest,
  riskLevels,
} from '@countersign/contract';
import { Checkbox, Radio, Stack, Text, Textarea } from '@mantine/core';
import { useEffect, useState } from 'react';
import { FormDialog } from '../../parts/dialog.tsx';
import { change } from '../../service/api.ts';
import { useDraft } from '../../service/drafts.ts';
import { useChange } from '../../service/use-change.ts';
import { useSpeech } from '../../words/context.tsx';
import { listNames } from './hit-groups.ts';
import { decisionOf, type Done, type Hit } from './use-reviews.ts';

type MatchStatus = PortalHitReviewRequest['matchStatus'];
type RiskLevel = NonNullable<PortalHitReviewRequest['riskLevel']>;

/** The request; `null` while input is incomplete. */
function requestOf(
  status: MatchStatus | null,
  risk: RiskLevel | null,
  note: string,
): Omit<PortalHitReviewRequest, 'seen'> | null {
  if (status === null || (status === 'true_match' && risk === null)) return null;
  const text = note.trim();
  return {
    matchStatus: status,
    riskLevel: status === 'true_match' ? risk : null,
    note: text === '' ? null : text,
  };
}

/**
 * Sends a decision together with the one it replaces: the one shown when the dialog was opened, or after a rejection the current
 * one.
 */
function useReview(
  sessionId: string,
  hit: Hit,
  onDone: (answer: PortalHitProposed | null, input: Omit<PortalHitReviewRequest, 'seen'>) => void,
) {
  const [seen, see] = useState(hit);
  const review = useChange<Omit<PortalHitReviewRequest, 'seen'>, PortalHitProposed | null>({
    act: (body) =>
      change('POST', `sessions/${sessionId}/hits/${hit.id}/review`, { ...body, seen: decisionOf(seen) }),
    touches: ['sessions', 'webhooks', 'home', 'screening'],
    onDone,
  });
  const isRefused = review.failure?.code === 'changed-meanwhile';
  useEffect(() => {
    if (isRefused) see(hit);
  }, [isRefused, hit]);
  return review;
}

interface HitReviewProps {
  sessionId: string;
  /** True matches require two people. */
  fourEyes: boolean;
  hit: Hit;
  /** Open hits that are evidently the same listed person. */
  beside: readonly Hit[];
  onClose: () => void;
  /** The hit was decided, and the other hits of the person are to be decided in the same way. */
  onTogether: (first: Done, beside: readonly Hit[]) => void;
}

/** A listed name, with its lists once data is revealed. */
const entryText = ({ name, listed }: Hit): string =>
  listed && listed.listings.length > 0 ? `${name} (${listNames(listed)})` : name;

/** Decides whether the listed person is the person of the session. */
export function HitReviewDialog({
  sessionId,
  hit,
  beside: besideNow,
  fourEyes,
  onClose,
  onTogether,
}: HitReviewProps) {
  const { words } = useSpeech();
  const texts = words.session.hitReview;
  const [status, setStatus] = useState<MatchStatus | null>(
    hit.matchStatus === 'potential_match' ? null : hit.matchStatus,
  );
  const [risk, setRisk] = useState<RiskLevel | null>(hit.riskLevel);
  // The hits offered when the dialog was opened: the page is refreshed meanwhile.
  const [beside] = useState(besideNow);
  const [isTogether, setTogether] = useState(false);
  const note = useDraft(`hit ${hit.id}`);
  const review = useReview(sessionId, hit, (answer, { matchStatus, riskLevel, note: sent = null }) => {
    note.sent();
    onClose();
    if (isTogether)
      onTogether({ hit, to: { matchStatus, riskLevel }, note: sent, proposed: answer !== null }, beside);
  });
  const { propose, proposeHit } = words.session.proposals;
  const isProposal = fourEyes && (status === 'true_match' || hit.matchStatus === 'true_match');
  return (
    <FormDialog
      title={texts.decideHit(hit.name)}
      onClose={onClose}
      change={review}
      input={requestOf(status, risk, note.text)}
      submit={isProposal ? propose : texts.decide}
    >
      <Text size="sm" c="dimmed">
        {isProposal ? proposeHit : texts.intro}
      </Text>
      <Radio.Group label={texts.isPerson} value={status} onChange={(value) => setStatus(value)} required>
        <Stack gap="xs" mt={6}>
          {hitMatchStatuses.map((value, at) => (
            <Radio
              key={value}
              value={value}
              label={texts.statuses[value]}
              {...(at === 0 ? { 'data-autofocus': true } : {})}
            />
          ))}
        </Stack>
      </Radio.Group>
      {status === 'true_match' && (
        <Radio.Group label={texts.risk} value={risk} onChange={(value) => setRisk(value)} required>
          <Stack gap="xs" mt={6}>
            {riskLevels.map((value) => (
              <Radio key={value} value={value} label={texts.risks[value]} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      <Textarea
        label={words.session.note}
        description={words.session.noteHint}
        maxLength={4_000}
        rows={2}
        value={note.text}
        onChange={(event) => note.write(event.currentTarget.value)}
      />
      {status !== 'potential_match' && <Together beside={beside} chosen={isTogether} choose={setTogether} />}
    </FormDialog>
  );
}

interface TogetherProps {
  beside: readonly Hit[];
  chosen: boolean;
  choose: (chosen: boolean) => void;
}

/** Offers the same decision for the person's other open entries. */
function Together({ beside, chosen, choose }: TogetherProps) {
  const { words } = useSpeech();
  if (beside.length === 0) return null;
  return (
    <Checkbox
      label={words.session.hitReview.together(beside.length)}
      description={beside.map(entryText).join(', ')}
      checked={chosen}
      onChange={(event) => choose(event.currentTarget.checked)}
    />
  );
}
