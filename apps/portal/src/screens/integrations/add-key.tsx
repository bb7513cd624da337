import { CopyField, Dialog, Note } from '@countersign/browser-ui';
import type { PortalAddedKey, PortalIntegration } from '@countersign/contract';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../parts/dialog.tsx';
import { DownloadButton } from '../../parts/download.tsx';
import { change } from '../../service/api.ts';
import { useChange } from '../../service/use-change.ts';
import { useSpeech } from '../../words/context.tsx';

interface AddKeyProps {
  integration: PortalIntegration;
  onClose: () => void;
}

/** Adds a secret and shows it this one time. */
export function AddKey({ integration, onClose }: AddKeyProps) {
  const { words } = useSpeech();
  const texts = words.keys;
  const [label, setLabel] = useState('');
  const add = useChange<{ label: string }, PortalAddedKey>({
    act: (body) => change('POST', `integrations/${integration.id}/keys`, body),
    touches: ['integrations'],
  });
  if (add.answer) return <NewSecret secret={add.answer.secret} onClose={onClose} />;
  return (
    <FormDialog
      title={texts.addTitle}
      onClose={onClose}
      change={add}
      input={label.trim() === '' ? null : { label: label.trim() }}
      submit={texts.add}
    >
      <Text size="sm" c="dimmed">
        {texts.addIntro}
      </Text>
      <TextInput
        label={texts.addLabel}
        description={texts.addLabelHint}
        required
        maxLength={100}
        data-autofocus
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

/** Shows the secret. The dialog closes only after the person has confirmed by typing that it is stored. */
function NewSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { words } = useSpeech();
  const texts = words.keys;
  const [typed, setTyped] = useState('');
  const isStored = typed.trim().toLowerCase() === texts.newConfirmWord;
  return (
    <Dialog title={texts.newTitle} onClose={onClose} firm>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isStored) onClose();
        }}
      >
        <Stack gap="md">
          <Note tone="warn" icon="warning">
            {texts.newIntro}
          </Note>
          <CopyField value={secret} name={texts.newSecret} />
          <DownloadButton text={`COUNTERSIGN_SHARED_SECRET=${secret}\n`} file="countersign.env">
            {texts.newDownload}
          </DownloadButton>
          <TextInput
            label={texts.newConfirm}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button type="submit" disabled={!isStored}>
              {texts.newDone}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
