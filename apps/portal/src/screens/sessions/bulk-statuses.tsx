import { Dialog, DoneNote, Note } from '@countersign/browser-ui';
import type {
  PortalBulkStatusRequest,
  PortalBulkStatusResult,
  PortalSessionRow,
  PortalStatus,
} from '@countersign/contract';
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { FormDialog } from '../../parts/dialog.tsx';
import { failureText } from '../../parts/states.tsx';
import { change, Refusal } from '../../service/api.ts';
import { statusesQuery } from '../../service/queries.ts';
import { type Change, useChange } from '../../service/use-change.ts';
import { useSpeech } from '../../words/context.tsx';
import { ReasonField } from '../session/reason-field.tsx';
import { StatusChoice } from '../session/status-choice.tsx';

type Action = PortalBulkStatusRequest['action'];

interface ChosenBarProps {
  /** The rows of this page. */
  rows: readonly PortalSessionRow[];
  chosen: readonly PortalSessionRow[];
  choose: (rows: readonly PortalSessionRow[]) => void;
}

/** Selects the rows of the page, and acts on the selected ones. */
export function ChosenBar({ rows, chosen, choose }: ChosenBarProps) {
  const { words } = useSpeech();
  const texts = words.bulk;
  const [action, setAction] = useState<Action | null>(null);
  const isAll = rows.length > 0 && chosen.length === rows.length;
  return (
    <div className="chosen">
      <Checkbox
        label={texts.choosePage}
        checked={isAll}
        indeterminate={chosen.length > 0 && !isAll}
        onChange={() => choose(isAll ? [] : rows)}
      />
      <span className="quiet" role="status">
        {chosen.length > 0 && texts.chosen(chosen.length)}
      </span>
      <div className="chosen-actions">
        {(['add', 'remove'] as const).map((each) => (
          <Button
            key={each}
            size="xs"
            variant="default"
            disabled={chosen.length === 0}
            onClick={() => setAction(each)}
          >
            {texts[each]}
          </Button>
        ))}
      </div>
      {action && (
        <BulkDialog
          action={action}
          sessions={chosen}
          onClose={(refused) => {
            setAction(null);
            if (refused !== null) choose(rows.filter(({ id }) => refused.includes(id)));
          }}
        />
      )}
    </div>
  );
}

interface BulkDialogProps {
  action: Action;
  sessions: readonly PortalSessionRow[];
  /** @param refused ids of the sessions that were not changed; `null` if nothing was tried */
  onClose: (refused: readonly string[] | null) => void;
}

function BulkDialog({ action, sessions: chosen, onClose }: BulkDialogProps) {
  const { words } = useSpeech();
  const texts = words.bulk;
  // The selection when the dialog was opened: the list may be refreshed meanwhile.
  const [sessions] = useState(chosen);
  const set = useChange<PortalBulkStatusRequest, PortalBulkStatusResult>({
    act: (body) => change('POST', 'sessions/statuses', body),
    touches: ['sessions', 'webhooks', 'statuses'],
  });
  const [first] = sessions;
  const isOne = first !== undefined && sessions.every((each) => each.integrationId === first.integrationId);
  const title = action === 'add' ? texts.addTitle(sessions.length) : texts.removeTitle(sessions.length);
  const close = () => onClose(null);
  if (set.answer) return <Result answer={set.answer} onClose={onClose} />;
  if (!isOne)
    return (
      <Dialog title={title} onClose={close}>
        <Stack>
          <Text size="sm">{texts.several}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words.common.close}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    );
  return (
    <BulkForm {...{ action, sessions, set, title }} integrationId={first.integrationId} onClose={close} />
  );
}

interface BulkFormProps {
  action: Action;
  integrationId: string;
  sessions: readonly PortalSessionRow[];
  set: Change<PortalBulkStatusRequest, PortalBulkStatusResult>;
  title: string;
  onClose: () => void;
}

function BulkForm({ action, integrationId, sessions, set, title, onClose }: BulkFormProps) {
  const { words } = useSpeech();
  const texts = words.bulk;
  const query = useQuery(statusesQuery(integrationId));
  const [chosen, choose] = useState('');
  const [reason, setReason] = useState('');
  // A retired status cannot be added, but can be removed.
  const choices = (query.data?.rows ?? []).filter(
    ({ retiredAt }) => retiredAt === null || action === 'remove',
  );
  const status = choices.find(({ id }) => id === chosen);
  const given = status === undefined ? null : reasonOf(status, action, reason);
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      change={set}
      input={
        status === undefined || given === null
          ? null
          : {
              integrationId,
              statusId: status.id,
              action,
              reason: given.reason,
              sessions: sessions.map(({ id, changedAt }) => ({ id, changedAt })),
            }
      }
      submit={texts[action]}
    >
      <Text size="sm" c="dimmed">
        {action === 'add' ? texts.addIntro : texts.removeIntro}
      </Text>
      <StatusChoice
        query={query}
        choices={choices}
        none={texts.none}
        value={chosen}
        onChange={(id) => {
          choose(id);
          setReason('');
        }}
      />
      {status && action === 'add' && <ReasonField status={status} value={reason} onChange={setReason} />}
    </FormDialog>
  );
}

/** The reason to send; `null` while it is missing. */
function reasonOf(status: PortalStatus, action: Action, typed: string): { reason: string | null } | null {
  if (action === 'remove' || status.reasonForm === 'none') return { reason: null };
  const reason = typed.trim();
  return reason === '' ? null : { reason };
}

/** What was done, and the rows that failed. */
function Result({
  answer,
  onClose,
}: {
  answer: PortalBulkStatusResult;
  onClose: BulkDialogProps['onClose'];
}) {
  const { words } = useSpeech();
  const texts = words.bulk;
  const refused = answer.results.filter((row) => row.refused !== null);
  const close = () => onClose(refused.map(({ id }) => id));
  return (
    <Dialog title={texts.doneTitle} onClose={close}>
      <Stack>
        <DoneNote>{answer.changed > 0 && texts.done(answer.changed)}</DoneNote>
        {refused.length > 0 && (
          <>
            <div role="alert">
              <Note tone="warn" icon="warning">
                {texts.refused(refused.length)}
              </Note>
            </div>
            <ul className="refused-rows">
              {refused.map(({ id, refused: code }) => (
                <li key={id}>
                  <Link to="/sessions/$id" params={{ id }} className="mono">
                    {id.slice(0, 8)}
                  </Link>
                  <span>
                    {code !== null && failureText(words, new Refusal(code, { message: words.errors.server }))}
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
        <Group justify="flex-end">
          <Button data-autofocus onClick={close}>
            {words.common.close}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
