import type {
  PortalDefinedStatus,
  PortalDefineStatusRequest,
  PortalStatus,
  PortalStatusChange,
  UserStatusReasonForm,
} from '@countersign/contract';
import { Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../parts/dialog.tsx';
import { change } from '../../service/api.ts';
import { useChange } from '../../service/use-change.ts';
import { useSpeech } from '../../words/context.tsx';

interface StatusDialogProps {
  integrationId: string;
  /** Absent: creates a new one. */
  subject?: PortalStatus;
  onClose: () => void;
}

/** One reason per line; empty lines are ignored. */
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The request; `null` while input is incomplete. */
function requestOf(
  name: string,
  reasonForm: UserStatusReasonForm,
  typed: string,
): PortalDefineStatusRequest | null {
  const reasons = reasonForm === 'list' ? linesOf(typed) : [];
  if (name.trim() === '' || (reasonForm === 'list' && reasons.length === 0)) return null;
  return { name: name.trim(), reasonForm, reasons };
}

/** Creates or changes a status: its name and the reasons it accepts. */
export function StatusDialog({ integrationId, subject, onClose }: StatusDialogProps) {
  const { words } = useSpeech();
  const texts = words.statuses;
  const [name, setName] = useState(subject?.name ?? '');
  const [form, setForm] = useState<UserStatusReasonForm>(subject?.reasonForm ?? 'none');
  const [typed, setTyped] = useState((subject?.reasons ?? []).join('\n'));
  const path = `integrations/${integrationId}/statuses`;
  const save = useChange<PortalDefineStatusRequest, PortalDefinedStatus | null>({
    act: (body) =>
      subject === undefined
        ? change('POST', path, body)
        : change('PATCH', `${path}/${subject.id}`, { ...body, version: subject.version }),
    touches: ['statuses'],
    onDone: onClose,
  });
  const isFrozen = subject !== undefined && subject.usedAt !== null;
  return (
    <FormDialog
      title={subject === undefined ? texts.defineTitle : texts.changeTitle(subject.name)}
      onClose={onClose}
      change={save}
      input={requestOf(name, form, typed)}
      submit={subject === undefined ? texts.define : words.common.save}
    >
      <TextInput
        label={texts.name}
        description={isFrozen ? texts.nameFrozen : texts.nameHint}
        required
        readOnly={isFrozen}
        maxLength={100}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Radio.Group label={texts.reasons} value={form} onChange={(value) => setForm(value)}>
        <Stack gap="xs" mt={6}>
          <Radio value="none" label={texts.forms.none} />
          <Radio value="list" label={texts.forms.list} />
          <Radio value="text" label={texts.forms.text} />
        </Stack>
      </Radio.Group>
      {form === 'list' && (
        <Textarea
          label={texts.reasonList}
          description={texts.reasonListHint}
          required
          rows={5}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}

/** Retires a status or restores it. */
export function RetireStatus({ integrationId, subject, onClose }: Required<StatusDialogProps>) {
  const { words } = useSpeech();
  const texts = words.statuses;
  const retired = subject.retiredAt === null;
  const retire = useChange<PortalStatusChange, null>({
    act: (body) => change('PATCH', `integrations/${integrationId}/statuses/${subject.id}`, body),
    touches: ['statuses'],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={retired ? texts.retireTitle(subject.name) : texts.restoreTitle(subject.name)}
      onClose={onClose}
      change={retire}
      input={{ version: subject.version, retired }}
      submit={retired ? texts.retire : texts.restore}
    >
      <Text size="sm">{retired ? texts.retireIntro : texts.restoreIntro}</Text>
    </FormDialog>
  );
}
