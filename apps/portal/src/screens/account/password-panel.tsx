import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { Panel } from '../../parts/page.tsx';
import { DoneNote, FailureAlert } from '../../parts/states.tsx';
import { change } from '../../service/api.ts';
import { useChange } from '../../service/use-change.ts';
import { useSpeech } from '../../words/context.tsx';

/** Changes the password. */
export function PasswordPanel() {
  const { words } = useSpeech();
  const texts = words.account;
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const save = useChange<{ current: string; next: string }, null>({
    act: (body) => change('POST', 'me/password', body),
    touches: ['me', 'sign-ins'],
    onDone: () => {
      setCurrent('');
      setNext('');
    },
  });
  return (
    <Panel title={texts.password}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.run({ current, next });
        }}
      >
        <Stack gap="md">
          <PasswordInput
            label={texts.current}
            autoComplete="current-password"
            required
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
          />
          <PasswordInput
            label={texts.next}
            description={words.invitation.passwordHint}
            autoComplete="new-password"
            required
            minLength={12}
            value={next}
            onChange={(event) => setNext(event.currentTarget.value)}
          />
          <FailureAlert failure={save.failure} texts={{ 'wrong-credentials': texts.wrongPassword }} />
          <DoneNote>{save.done && !save.busy && texts.changed}</DoneNote>
          <Group>
            <Button type="submit" variant="default" loading={save.busy}>
              {texts.change}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
