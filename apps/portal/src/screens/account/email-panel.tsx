import { DoneNote, Panel } from '@countersign/browser-ui';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FailureAlert } from '../../parts/states.tsx';
import { change } from '../../service/api.ts';
import { useChange } from '../../service/use-change.ts';
import { useMe } from '../../service/use-me.ts';
import { useSpeech } from '../../words/context.tsx';

/** Changes the e-mail address; the new mailbox has to confirm it. */
export function EmailPanel() {
  const { words } = useSpeech();
  const texts = words.email;
  const { user } = useMe();
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const send = useChange<string, null>({
    act: (wanted) => change('POST', 'me/email', { email: wanted }),
    onDone: (_, wanted) => {
      setSentTo(wanted);
      setEmail('');
    },
  });
  return (
    <Panel title={texts.title} intro={texts.intro(user.email)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setSentTo(null);
          send.run(email.trim());
        }}
      >
        <Stack gap="md">
          <TextInput
            label={texts.next}
            type="email"
            autoComplete="email"
            required
            maxLength={254}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <FailureAlert failure={send.failure} />
          <DoneNote>{sentTo !== null && texts.sent(sentTo)}</DoneNote>
          <Group>
            <Button type="submit" variant="default" loading={send.busy}>
              {texts.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
