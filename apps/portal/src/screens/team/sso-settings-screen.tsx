import { CopyField, Facts, Mark, Note, Page, Panel } from '@countersign/browser-ui';
import type { PortalSso, PortalSsoChange, PortalSsoChecked } from '@countersign/contract';
import { Button, Checkbox, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { PasswordField } from '../../parts/password-field.tsx';
import { FormDialog } from '../../parts/dialog.tsx';
import { SaveBar } from '../../parts/save-bar.tsx';
import { FailureAlert, Loaded } from '../../parts/states.tsx';
import { change } from '../../service/api.ts';
import { ssoQuery } from '../../service/queries.ts';
import { type Change, useChange } from '../../service/use-change.ts';
import { useSpeech } from '../../words/context.tsx';

/** The organisation's single sign-on provider; owners can change it. */
export function SsoSettingsScreen() {
  const { words } = useSpeech();
  const texts = words.sso;
  const query = useQuery(ssoQuery);
  const sso = query.data;
  return (
    <Page
      title={texts.title}
      intro={texts.intro}
      above={<Link to="/team">{words.team.title}</Link>}
      beside={
        sso && (
          <Mark tone={sso.enabled ? 'good' : 'idle'}>
            {sso.required ? texts.onAndRequired : sso.enabled ? texts.on : texts.off}
          </Mark>
        )
      }
    >
      {sso === undefined ? (
        <Panel>
          <Loaded query={query}>{() => null}</Loaded>
        </Panel>
      ) : (
        <div className="columns">
          <div className="column">
            <SsoForm sso={sso} />
          </div>
          <div className="column">
            <ForProvider sso={sso} />
          </div>
        </div>
      )}
    </Page>
  );
}

/** Values to register at the provider, and linked people. */
function ForProvider({ sso }: { sso: PortalSso }) {
  const { words } = useSpeech();
  const texts = words.sso;
  const [removing, setRemoving] = useState(false);
  return (
    <>
      <Panel title={texts.register}>
        <Stack gap="md">
          <div>
            <p className="small">{texts.redirectUri}</p>
            <CopyField value={sso.redirectUri} name={texts.redirectUri} />
          </div>
          <div>
            <p className="small">{texts.link}</p>
            <CopyField value={sso.signInUrl} name={texts.link} />
            <p className="quiet small">{texts.linkHint}</p>
          </div>
        </Stack>
      </Panel>
      {sso.issuer !== null && (
        <Panel title={texts.links}>
          <Facts
            facts={[
              [texts.linked, sso.linked],
              [texts.onlyLinked, sso.onlyLinked],
            ]}
          />
          <Button
            variant="default"
            size="xs"
            mt="md"
            className="danger-quiet"
            onClick={() => setRemoving(true)}
          >
            {texts.remove}
          </Button>
        </Panel>
      )}
      {removing && <RemoveDialog count={sso.onlyLinked} onClose={() => setRemoving(false)} />}
    </>
  );
}

function RemoveDialog({ count, onClose }: { count: number; onClose: () => void }) {
  const { words } = useSpeech();
  const texts = words.sso;
  const remove = useChange<true, null>({
    act: () => change('DELETE', 'organisation/sso'),
    touches: ['sso', 'me', 'audit'],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={texts.removeTitle}
      onClose={onClose}
      change={remove}
      input
      submit={texts.remove}
      danger
    >
      <p>{texts.removeIntro(count)}</p>
    </FormDialog>
  );
}

/** Values of the fields. */
interface Typed {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** One domain per line. */
  domains: string;
  enabled: boolean;
  required: boolean;
}

const typedOf = ({ issuer, clientId, domains, enabled, required }: PortalSso): Typed => ({
  issuer: issuer ?? '',
  clientId: clientId ?? '',
  clientSecret: '',
  domains: domains.join('\n'),
  enabled,
  required,
});

const wantedOf = (typed: Typed, version: number): PortalSsoChange => ({
  version,
  issuer: typed.issuer.trim(),
  clientId: typed.clientId.trim(),
  ...(typed.clientSecret.trim() === '' ? {} : { clientSecret: typed.clientSecret.trim() }),
  domains: typed.domains
    .toLowerCase()
    .split(/[\s,]+/)
    .map((domain) => domain.replace(/^@/, ''))
    .filter((domain) => domain !== ''),
  enabled: typed.enabled,
  required: typed.enabled && typed.required,
});

interface FieldsProps {
  sso: PortalSso;
  typed: Typed;
  set: (part: Partial<Typed>) => void;
  /** The member that the service rejected. */
  wrong: string | undefined;
}

function SsoForm({ sso }: { sso: PortalSso }) {
  const { version } = sso;
  const stored = typedOf(sso);
  const [typed, type] = useState(stored);
  // Changes by another owner replace the input.
  useEffect(() => type(stored), [version]);
  const save = useChange<PortalSsoChange, null>({
    act: (body) => change('PUT', 'organisation/sso', body),
    touches: ['sso', 'me', 'audit'],
  });
  const isChanged = JSON.stringify(typed) !== JSON.stringify(stored);
  const fields = {
    sso,
    typed,
    set: (part: Partial<Typed>) => type((before) => ({ ...before, ...part })),
    wrong: save.failure?.code === 'invalid' ? save.failure.member?.split('.')[0] : undefined,
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.run(wantedOf(typed, version));
      }}
    >
      <Stack gap="md">
        <Provider {...fields} />
        <People {...fields} />
        <FailureAlert failure={save.failure} />
        <SaveBar save={save} isChanged={isChanged} />
      </Stack>
    </form>
  );
}

function Provider({ sso, typed, set, wrong }: FieldsProps) {
  const { words } = useSpeech();
  const texts = words.sso;
  const test = useChange<string, PortalSsoChecked>({
    act: (issuer) => change('POST', 'organisation/sso/check', { issuer }),
  });
  const isStored = sso.issuer !== null && sso.issuer === typed.issuer.trim();
  return (
    <Panel title={texts.provider} intro={texts.providerIntro}>
      <Stack gap="md">
        <TextInput
          label={texts.issuer}
          description={texts.issuerHint}
          placeholder="https://login.example.com"
          required
          maxLength={500}
          spellCheck={false}
          autoComplete="off"
          classNames={{ input: 'mono' }}
          error={wrong === 'issuer'}
          value={typed.issuer}
          onChange={(event) => {
            set({ issuer: event.currentTarget.value });
            test.reset();
          }}
        />
        <Tested test={test} />
        <Group>
          <Button
            variant="default"
            size="xs"
            disabled={typed.issuer.trim() === ''}
            loading={test.busy}
            onClick={() => test.run(typed.issuer.trim())}
          >
            {texts.test}
          </Button>
        </Group>
        <TextInput
          label={texts.clientId}
          required
          maxLength={500}
          spellCheck={false}
          autoComplete="off"
          classNames={{ input: 'mono' }}
          error={wrong === 'clientId'}
          value={typed.clientId}
          onChange={(event) => set({ clientId: event.currentTarget.value })}
        />
        <PasswordField
          label={texts.clientSecret}
          description={isStored ? texts.secretKept : texts.secretHint}
          required={!isStored}
          maxLength={2_000}
          autoComplete="off"
          error={wrong === 'clientSecret'}
          value={typed.clientSecret}
          onChange={(event) => set({ clientSecret: event.currentTarget.value })}
        />
      </Stack>
    </Panel>
  );
}

/** The result of testing the provider's metadata. */
function Tested({ test }: { test: Change<string, PortalSsoChecked> }) {
  const { words } = useSpeech();
  const { answer, failure } = test;
  const texts = words.sso;
  return (
    <>
      <div aria-live="polite" className="spoken">
        {answer?.fault === null && (
          <Note tone="good" icon="check">
            {texts.good(answer.authorizationEndpoint ?? '')}
          </Note>
        )}
        {answer && answer.fault !== null && (
          <Note tone="bad" icon="warning">
            {texts.faults[answer.fault]} {answer.found !== null && <code>{answer.found}</code>}
          </Note>
        )}
      </div>
      <FailureAlert failure={failure} />
    </>
  );
}

function People({ typed, set, wrong }: FieldsProps) {
  const { words } = useSpeech();
  const texts = words.sso;
  return (
    <Panel title={texts.people}>
      <Stack gap="md">
        <Textarea
          label={texts.domains}
          description={texts.domainsHint}
          placeholder="example.com"
          rows={2}
          spellCheck={false}
          classNames={{ input: 'mono' }}
          error={wrong === 'domains'}
          value={typed.domains}
          onChange={(event) => set({ domains: event.currentTarget.value })}
        />
        <Checkbox
          label={texts.enabled}
          checked={typed.enabled}
          onChange={(event) => set({ enabled: event.currentTarget.checked })}
        />
        <Checkbox
          label={texts.required}
          description={texts.requiredHint}
          disabled={!typed.enabled}
          checked={typed.enabled && typed.required}
          onChange={(event) => set({ required: event.currentTarget.checked })}
        />
      </Stack>
    </Panel>
  );
}
