import { DoneNote, Panel } from '@countersign/browser-ui';
import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { PasswordField } from '../../parts/password-field.tsx';
import { FailureAlert } from '../../parts/states.tsx';
import { change } from '../../service/api.ts';
import { useChange } from '../../service/use-change.ts';
import { useMe } from '../../service/use-me.ts';
import { useSpeech } from '../../words/context.tsx';

/** Changes the password or sets the first one; renders nothing for people who only use single sign-on. */
export function PasswordPanel() {
  const { words } = useSpeech();
  const { password: hasPassword, totp, sso } = useMe();
  const texts = words.account;
  if (!hasPassword && sso?.required === true) return null;
  return (
    <Panel title={texts.password}>
      {!hasPassword && totp.required && !totp.enrolled ? (
        <p className="quiet">{texts.codesFirst}</p>
      ) : (
        <PasswordForm isFirst={!hasPassword} />
      )}
    </Panel>
  );
}

interface Passwords {
  /** `null`: there is no password yet. */
  current: string | null;
  next: string;
}

function PasswordForm({ isFirst }: { isFirst: boolean }) {
  const { words } = useSpeech();
  const texts = words.account;
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [done, setDone] = useState('');
  const save = useChange<Passwords, null>({
    act: (body) => change('POST', 'me/password', body),
    touches: ['me', 'sign-ins'],
    onDone: (_, sent) => {
      setCurrent('');
      setNext('');
      setDone(sent.current === null ? texts.setDone : texts.changed);
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.run({ current: isFirst ? null : current, next });
      }}
    >
      <Stack gap="md">
        {isFirst ? (
          <p className="quiet small">{texts.setIntro}</p>
        ) : (
          <PasswordField
            label={texts.current}
            autoComplete="current-password"
            required
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
          />
        )}
        <PasswordField
          label={texts.next}
          description={words.invitation.passwordHint}
          autoComplete="new-password"
          required
          minLength={12}
          value={next}
          onChange={(event) => setNext(event.currentTarget.value)}
        />
        <FailureAlert failure={save.failure} texts={{ 'wrong-credentials': texts.wrongPassword }} />
        <DoneNote>{save.done && !save.busy && done}</DoneNote>
        <Group>
          <Button type="submit" variant="default" loading={save.busy}>
            {isFirst ? texts.set : texts.change}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
