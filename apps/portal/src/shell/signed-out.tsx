import type { PortalMe } from '@countersign/contract';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { FailureAlert } from '../parts/states.tsx';
import { keepCsrf, onSignedOut, read, Refusal } from '../service/api.ts';
import { meQuery } from '../service/queries.ts';
import { hasTyped } from '../service/typed.ts';
import { useMe } from '../service/use-me.ts';
import { useSpeech } from '../words/context.tsx';

/** Shown over a page with unsaved input whose sign-in has ended; it stays until the same person is signed in again. */
export function SignedOut() {
  const [isOut, setOut] = useState(false);
  useEffect(() => onSignedOut(() => setOut(hasTyped())), []);
  return isOut ? <SignInAgain onIn={() => setOut(false)} /> : null;
}

function SignInAgain({ onIn }: { onIn: () => void }) {
  const { words } = useSpeech();
  const { user } = useMe();
  const client = useQueryClient();
  const [failure, setFailure] = useState<Refusal | null>(null);
  const look = useCallback(async () => {
    try {
      const me = await read<PortalMe>('me');
      // Another person gets a fresh page.
      if (me.user.id !== user.id) return location.reload();
      keepCsrf(me.csrf);
      client.setQueryData(meQuery.queryKey, me);
      onIn();
      await client.invalidateQueries();
    } catch (error) {
      setFailure(error instanceof Refusal ? error : new Refusal('internal'));
    }
    return undefined;
  }, [client, onIn, user.id]);
  useEffect(() => {
    const back = () => void look();
    addEventListener('focus', back);
    return () => removeEventListener('focus', back);
  }, [look]);
  const texts = words.signedOut;
  return (
    <Modal
      opened
      onClose={() => undefined}
      title={texts.title}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <Text size="sm">{texts.intro}</Text>
        <FailureAlert failure={failure} texts={{ 'signed-out': texts.still, 'totp-required': texts.still }} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={() => void look()}>
            {texts.goOn}
          </Button>
          <Button component="a" href="/portal/sign-in" target="_blank" rel="noopener" data-autofocus>
            {texts.signIn}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
