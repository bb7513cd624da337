import { icons, Time } from '@countersign/browser-ui';
import type {
  PortalAddedStatus,
  PortalAddStatusRequest,
  PortalSession,
  PortalStatus,
} from '@countersign/contract';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../parts/dialog.tsx';
import { change } from '../../service/api.ts';
import { statusesQuery } from '../../service/queries.ts';
import { useChange } from '../../service/use-change.ts';
import { useSpeech } from '../../words/context.tsx';
import { actorWord } from './actor-word.ts';
import { ReasonField } from './reason-field.tsx';
import { StatusChoice } from './status-choice.tsx';

type Attempt = PortalSession['attemptList'][number];
type Entry = Attempt['statuses'][number];
interface AttemptProps {
  attempt: Attempt;
  session: PortalSession;
}

/** The organisation's own statuses of an attempt, including removed ones. */
export function AttemptStatuses({ attempt, session }: AttemptProps) {
  const { words } = useSpeech();
  const texts = words.statuses;
  const [isAdding, setAdding] = useState(false);
  if (attempt.statuses.length === 0 && !session.canSetStatus) return null;
  return (
    <div className="own-statuses">
      {attempt.statuses.length > 0 && (
        <ul aria-label={texts.ofAttempt(attempt.ordinal)}>
          {attempt.statuses.map((entry) => (
            <EntryLine key={entry.id} entry={entry} session={session} />
          ))}
        </ul>
      )}
      {session.canSetStatus && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<icons.tag size={14} />}
          aria-label={texts.addTo(attempt.ordinal)}
          onClick={() => setAdding(true)}
        >
          {texts.add}
        </Button>
      )}
      {isAdding && <AddStatus attempt={attempt} session={session} onClose={() => setAdding(false)} />}
    </div>
  );
}

function EntryLine({ entry, session }: { entry: Entry; session: PortalSession }) {
  const { words } = useSpeech();
  const texts = words.statuses;
  const [isRemoving, setRemoving] = useState(false);
  const { name, reason, addedBy, createdAt, removedAt, removedBy } = entry;
  const isGone = removedAt !== null;
  return (
    <li data-gone={isGone}>
      <span className="own-status">
        <icons.tag size={13} />
        {isGone ? <s>{name}</s> : name}
      </span>
      {reason !== null && <span>{reason}</span>}
      <span className="quiet small">
        {actorWord(words, addedBy)} · <Time at={createdAt} />
        {isGone && (
          <>
            {' · '}
            {texts.removedBy(actorWord(words, removedBy ?? ''))} <Time at={removedAt} />
          </>
        )}
      </span>
      {!isGone && session.canSetStatus && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          aria-label={texts.removeOf(name)}
          onClick={() => setRemoving(true)}
        >
          {texts.remove}
        </Button>
      )}
      {isRemoving && <RemoveStatus entry={entry} session={session} onClose={() => setRemoving(false)} />}
    </li>
  );
}

interface RemoveProps {
  entry: Entry;
  session: PortalSession;
  onClose: () => void;
}

function RemoveStatus({ entry, session, onClose }: RemoveProps) {
  const { words } = useSpeech();
  const texts = words.statuses;
  const remove = useChange<true, null>({
    act: () => change('DELETE', `sessions/${session.id}/statuses/${entry.id}`),
    touches: ['sessions'],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={texts.removeTitle(entry.name)}
      onClose={onClose}
      change={remove}
      input
      submit={texts.remove}
    >
      <Text size="sm">{texts.removeIntro}</Text>
    </FormDialog>
  );
}

function AddStatus({ attempt, session, onClose }: AttemptProps & { onClose: () => void }) {
  const { words } = useSpeech();
  const texts = words.statuses;
  const query = useQuery(statusesQuery(session.integrationId));
  const [chosen, choose] = useState('');
  const [reason, setReason] = useState('');
  const add = useChange<PortalAddStatusRequest, PortalAddedStatus>({
    act: (body) => change('POST', `sessions/${session.id}/statuses`, body),
    touches: ['sessions', 'webhooks', 'statuses'],
    onDone: onClose,
  });
  const inForce = attempt.statuses.filter(({ removedAt }) => removedAt === null).map(({ code }) => code);
  const choices = (query.data?.rows ?? []).filter(
    ({ retiredAt, code }) => retiredAt === null && !inForce.includes(code),
  );
  const status = choices.find(({ id }) => id === chosen);
  return (
    <FormDialog
      title={texts.addTitle(attempt.ordinal)}
      onClose={onClose}
      change={add}
      input={status === undefined ? null : requestOf(status, attempt.id, reason)}
      submit={texts.add}
    >
      <Text size="sm" c="dimmed">
        {texts.addIntro}
      </Text>
      <StatusChoice
        query={query}
        choices={choices}
        none={texts.noneToAdd}
        value={chosen}
        onChange={(id) => {
          choose(id);
          setReason('');
        }}
      />
      {status && <ReasonField status={status} value={reason} onChange={setReason} />}
    </FormDialog>
  );
}

/** The request; `null` while the reason is missing. */
function requestOf(status: PortalStatus, attemptId: string, typed: string): PortalAddStatusRequest | null {
  const reason = typed.trim();
  if (status.reasonForm === 'none') return { statusId: status.id, reason: null, attemptId };
  return reason === '' ? null : { statusId: status.id, reason, attemptId };
}
