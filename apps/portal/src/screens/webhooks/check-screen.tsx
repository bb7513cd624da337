import { CopyField, Empty, Facts, Mark, Page, Panel } from '@countersign/browser-ui';
import type { PortalCheckSignature, PortalIntegration, PortalSignatureChecked } from '@countersign/contract';
import { Button, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ChooseIntegration } from '../../parts/choose-integration.tsx';
import { FailureAlert, Loaded } from '../../parts/states.tsx';
import { change } from '../../service/api.ts';
import { integrationQuery } from '../../service/queries.ts';
import { useChange } from '../../service/use-change.ts';
import { useMe } from '../../service/use-me.ts';
import { useSpeech } from '../../words/context.tsx';

const route = getRouteApi('/frame/webhooks/check');

/** Checks a received webhook against the keys of an integration, which never leave the service. */
export function CheckScreen() {
  const { words } = useSpeech();
  const { integrations, can } = useMe();
  const { integration } = route.useSearch();
  const [id, setId] = useState(integration ?? integrations[0]?.id ?? '');
  const texts = words.check;
  return (
    <Page title={texts.title} intro={texts.intro} above={<Link to="/webhooks">{words.webhooks.title}</Link>}>
      {!can('read-webhooks') ? (
        <Panel>
          <Empty icon="lock" title={words.errors.notAllowedTitle} text={words.errors.notAllowed} />
        </Panel>
      ) : id === '' ? (
        <Panel>
          <Empty icon="integrations" title={words.integrations.emptyTitle} text={words.integrations.empty} />
        </Panel>
      ) : (
        <Box key={id} id={id} setId={setId} />
      )}
    </Page>
  );
}

function Box({ id, setId }: { id: string; setId: (id: string) => void }) {
  const query = useQuery(integrationQuery(id));
  return (
    <Loaded query={query}>{(integration) => <CheckForm integration={integration} setId={setId} />}</Loaded>
  );
}

interface CheckFormProps {
  integration: PortalIntegration;
  setId: (id: string) => void;
}

const nothing = { body: '', signature: '', keyId: '', webhookId: '', timestamp: '' };

const given = (text: string): string | null => (text.trim() === '' ? null : text.trim());

type Fields = typeof nothing;

function requestOf({ body, signature, keyId, webhookId, timestamp }: Fields): PortalCheckSignature {
  const isEntry = hasEntry(signature);
  return {
    body,
    signature: signature.trim(),
    keyId: given(keyId),
    webhookId: isEntry ? given(webhookId) : null,
    timestamp: isEntry ? given(timestamp) : null,
  };
}

/** Entries of webhook-signature also cover id and time. */
const hasEntry = (signature: string): boolean => signature.includes('v1,');

function CheckForm({ integration, setId }: CheckFormProps) {
  const { words } = useSpeech();
  const [fields, setFields] = useState(nothing);
  const check = useChange<PortalCheckSignature, PortalSignatureChecked>({
    act: (body) => change('POST', `integrations/${integration.id}/webhooks/check`, body),
  });
  const field = (key: keyof Fields) => ({
    value: fields[key],
    spellCheck: false,
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setFields((before) => ({ ...before, [key]: value }));
      check.reset();
    },
  });
  return (
    <div className="columns">
      <div className="column">
        <Panel>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              check.run(requestOf(fields));
            }}
          >
            <Stack gap="md">
              <ChooseIntegration value={integration.id} onChange={setId} />
              <MessageFields field={field} isEntry={hasEntry(fields.signature)} />
              <KeyField keys={integration.keys} {...field('keyId')} />
              <FailureAlert failure={check.failure} />
              <Group>
                <Button type="submit" loading={check.busy} disabled={fields.signature.trim() === ''}>
                  {words.check.check}
                </Button>
              </Group>
            </Stack>
          </form>
        </Panel>
      </div>
      <div className="column" aria-live="polite">
        {check.answer && <Result checked={check.answer} />}
      </div>
    </div>
  );
}

interface FieldProps {
  value: string;
  onChange: (event: { currentTarget: { value: string } }) => void;
}

function MessageFields({ field, isEntry }: { field: (key: keyof Fields) => FieldProps; isEntry: boolean }) {
  const { words } = useSpeech();
  const texts = words.check;
  const mono = { input: 'mono' };
  return (
    <>
      <Textarea
        label={texts.body}
        description={texts.bodyHint}
        rows={8}
        classNames={mono}
        {...field('body')}
      />
      <TextInput
        label={texts.signature}
        description={texts.signatureHint}
        required
        classNames={mono}
        {...field('signature')}
      />
      {isEntry && (
        <>
          <TextInput label="webhook-id" required classNames={mono} {...field('webhookId')} />
          <TextInput
            label="webhook-timestamp"
            required
            inputMode="numeric"
            classNames={mono}
            {...field('timestamp')}
          />
        </>
      )}
    </>
  );
}

function KeyField({ keys, value, onChange }: FieldProps & Pick<PortalIntegration, 'keys'>) {
  const { words } = useSpeech();
  const choices = keys.filter(({ master }) => !master).map(({ id, label }) => ({ value: id, label }));
  const master = keys.find((key) => key.master);
  return (
    <NativeSelect
      label={words.check.key}
      value={value}
      onChange={onChange}
      data={[
        { value: '', label: master ? `${master.label} (${words.keys.master})` : words.check.master },
        ...choices,
      ]}
    />
  );
}

const tones = { fits: 'good', 'other-key': 'warn', 'does-not-fit': 'bad' } as const;

/** Whether the signature matches; if not, which bytes were signed instead, and which bytes the service compared. */
function Result({ checked }: { checked: PortalSignatureChecked }) {
  const { words } = useSpeech();
  const texts = words.check;
  const { result, key } = checked;
  const mistakes = checked.mistakes.map((mistake) => words.explanations.mistakes[mistake]);
  const fixes = new Set(mistakes.map(({ fix }) => fix));
  return (
    <>
      <Panel title={texts.result} actions={<Mark tone={tones[result]}>{texts.results[result]}</Mark>}>
        {result === 'fits' && <p>{texts.fits(key ?? '')}</p>}
        {result === 'other-key' && <p>{texts.otherKey(key ?? '')}</p>}
        {result === 'does-not-fit' &&
          (mistakes.length > 0 ? (
            <Facts
              facts={[
                [texts.signedInstead, mistakes.map(({ cause }) => cause).join('; ')],
                [texts.fix, [...fixes].join('; ')],
              ]}
            />
          ) : (
            <p>
              {texts.unexplained}{' '}
              <a href="/docs/signing#when-it-does-not-fit" target="_blank" rel="noreferrer">
                {words.requests.signatureHelp}
              </a>
            </p>
          ))}
      </Panel>
      <Panel title={texts.compared} intro={texts.comparedIntro}>
        <Facts
          facts={[
            [words.requests.length, words.requests.bytes(checked.bytes)],
            ['SHA-256', <CopyField key="digest" value={checked.sha256} name="SHA-256" />],
            [texts.firstBytes, <code key="first">{checked.firstBytes || '–'}</code>],
            [texts.lastBytes, <code key="last">{checked.lastBytes || '–'}</code>],
          ]}
        />
      </Panel>
    </>
  );
}
