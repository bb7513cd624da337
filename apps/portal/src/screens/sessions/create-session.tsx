import { CopyField, Dialog } from '@countersign/browser-ui';
import type { PortalCreatedSession, PortalCreateSessionRequest } from '@countersign/contract';
import { Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { FormDialog } from '../../parts/dialog.tsx';
import { Qr } from '../../parts/qr.tsx';
import { change } from '../../service/api.ts';
import { useChange } from '../../service/use-change.ts';
import { useMe } from '../../service/use-me.ts';
import { useSpeech } from '../../words/context.tsx';

const given = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim());

/** The request, without fields that were left empty. */
function requestOf(fields: {
  integrationId: string;
  firstName: string;
  lastName: string;
  vendorData: string;
}) {
  const firstName = given(fields.firstName);
  const lastName = given(fields.lastName);
  const vendorData = given(fields.vendorData);
  const person = { ...(firstName && { firstName }), ...(lastName && { lastName }) };
  return {
    integrationId: fields.integrationId,
    ...(Object.keys(person).length > 0 && { person }),
    ...(vendorData && { vendorData }),
  };
}

/** Creates a session and shows its link. */
export function CreateSession({ onClose }: { onClose: () => void }) {
  const { words } = useSpeech();
  const texts = words.sessions;
  const { integrations } = useMe();
  const [fields, setFields] = useState({
    integrationId: integrations[0]?.id ?? '',
    firstName: '',
    lastName: '',
    vendorData: '',
  });
  const create = useChange<PortalCreateSessionRequest, PortalCreatedSession>({
    act: (request) => change('POST', 'sessions', request),
    touches: ['sessions'],
  });
  if (create.answer) return <Created {...create.answer} onClose={onClose} />;
  const field = (key: keyof typeof fields) => ({
    value: fields[key],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setFields((before) => ({ ...before, [key]: value }));
    },
  });
  const choices = integrations.map(({ id, name, mode }) => ({
    value: id,
    label: `${name} (${mode === 'test' ? words.common.test : words.common.live})`,
  }));
  return (
    <FormDialog
      title={texts.createTitle}
      onClose={onClose}
      change={create}
      input={fields.integrationId === '' ? null : requestOf(fields)}
      submit={texts.createSubmit}
    >
      <Text size="sm" c="dimmed">
        {texts.createIntro}
      </Text>
      <NativeSelect label={words.common.integration} data={choices} {...field('integrationId')} />
      <TextInput label={texts.firstName} maxLength={150} autoComplete="off" {...field('firstName')} />
      <TextInput label={texts.lastName} maxLength={150} autoComplete="off" {...field('lastName')} />
      <TextInput
        label={texts.vendorData}
        description={texts.vendorDataHint}
        maxLength={1_000}
        {...field('vendorData')}
      />
    </FormDialog>
  );
}

function Created({ id, url, onClose }: PortalCreatedSession & { onClose: () => void }) {
  const { words } = useSpeech();
  const texts = words.sessions;
  return (
    <Dialog title={texts.createdTitle} onClose={onClose}>
      <Stack>
        <Text size="sm" c="dimmed">
          {texts.createdIntro}
        </Text>
        <CopyField value={url} name={texts.link} />
        <Qr text={url} label={texts.linkQr} />
        <Button component={Link} to="/sessions/$id" params={{ id } as never}>
          {texts.open}
        </Button>
      </Stack>
    </Dialog>
  );
}
