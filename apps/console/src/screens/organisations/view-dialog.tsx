import { Dialog, Time } from '@countersign/browser-ui';
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { useVerb } from '../../service/use-verb.ts';
import { words } from '../../words.ts';
import type { ShownOrganisation } from './printed-organisation.ts';

interface Begun {
  url: string;
  until: string;
}

const texts = words.viewing;

/** Starts viewing an organisation's portal and shows the link that opens it. */
export function ViewDialog({
  organisation: { name },
  onClose,
}: {
  organisation: ShownOrganisation;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const [minutes, setMinutes] = useState('15');
  const view = useVerb<Begun>('portal view', { touches: ['portal history'] });
  if (view.result !== null)
    return <Link begun={view.result.output} title={texts.title(name)} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={texts.title(name)}
      onClose={onClose}
      verb={view}
      isBlocked={reason.trim() === ''}
      onConfirm={() => view.run({ options: { organisation: name, reason: reason.trim(), minutes } })}
      submit={texts.submit}
    >
      <Text>{texts.consequence}</Text>
      <ReasonField isFirst value={reason} onChange={setReason} isRequired />
      <NativeSelect
        label={texts.minutes}
        data={['15', '30', '60']}
        value={minutes}
        onChange={(event) => setMinutes(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}

const Link = ({ begun, title, onClose }: { begun: Begun; title: string; onClose: () => void }) => (
  <Dialog title={title} onClose={onClose}>
    <Stack gap="md">
      <Text>
        {texts.begun} <Time at={begun.until} exact />
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button
          component="a"
          href={begun.url}
          target="_blank"
          rel="noreferrer"
          data-autofocus
          onClick={onClose}
        >
          {texts.follow}
        </Button>
      </Group>
    </Stack>
  </Dialog>
);
