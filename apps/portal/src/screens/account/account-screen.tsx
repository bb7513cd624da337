import { ColourSelect, DoneNote, Facts, Page, Panel } from '@countersign/browser-ui';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FailureAlert } from '../../parts/states.tsx';
import { change } from '../../service/api.ts';
import { useChange } from '../../service/use-change.ts';
import { useMe } from '../../service/use-me.ts';
import { LanguageSelect } from '../../shell/preferences.tsx';
import { useSpeech } from '../../words/context.tsx';
import { EmailPanel } from './email-panel.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { SecondStepPanel } from './second-step-panel.tsx';
import { ShortcutsPanel } from './shortcuts-panel.tsx';
import { SignInsPanel } from './sign-ins-panel.tsx';
import { SsoPanel } from './sso-panel.tsx';

/** The reader's own account. */
export function AccountScreen() {
  const { words } = useSpeech();
  const { user, role, organisation } = useMe();
  return (
    <Page title={words.account.title} intro={user.email}>
      <div className="columns">
        <div className="column">
          <ProfilePanel />
          <EmailPanel />
          <PasswordPanel />
          <PasskeysPanel />
          <SignInsPanel />
        </div>
        <div className="column">
          <Panel title={organisation.name}>
            <Facts facts={[[words.account.role, words.roles[role]]]} />
            <p className="quiet small">{words.roleHelp[role]}</p>
          </Panel>
          <SsoPanel />
          <SecondStepPanel />
          <ShortcutsPanel />
          <Panel title={words.account.thisBrowser}>
            <ColourSelect />
          </Panel>
        </div>
      </div>
    </Page>
  );
}

function ProfilePanel() {
  const { words, language } = useSpeech();
  const { user } = useMe();
  const [name, setName] = useState(user.name);
  const save = useChange<{ name: string; language: string }, null>({
    act: (body) => change('PATCH', 'me', body),
    touches: ['me'],
  });
  return (
    <Panel title={words.account.profile}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.run({ name: name.trim(), language });
        }}
      >
        <Stack gap="md">
          <TextInput
            label={words.account.name}
            autoComplete="name"
            required
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <LanguageSelect />
          <FailureAlert failure={save.failure} />
          <DoneNote>{save.done && !save.busy && words.common.saved}</DoneNote>
          <Group>
            <Button type="submit" loading={save.busy}>
              {words.common.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
