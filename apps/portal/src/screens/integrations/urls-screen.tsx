import { Mark, Note, Panel } from '@countersign/browser-ui';
import type {
  PortalIntegration,
  PortalResumed,
  PortalVersion,
  PortalWebhookTested,
  PortalWebhookUrlRequest,
} from '@countersign/contract';
import { Button, Group, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { FailureAlert } from '../../parts/states.tsx';
import { change } from '../../service/api.ts';
import { useChange } from '../../service/use-change.ts';
import { useSpeech } from '../../words/context.tsx';
import { answerOf, typeName } from '../webhooks/webhook-words.ts';
import { IntegrationPage } from './integration-page.tsx';

const route = getRouteApi('/frame/integrations/$id/webhooks');

type Endpoint = PortalIntegration['webhooks'][number];

/** The webhook URLs by type. */
export function UrlsScreen() {
  const { words } = useSpeech();
  const { id } = route.useParams();
  return (
    <IntegrationPage id={id} intro={words.urls.intro}>
      {(integration) => (
        <>
          {!integration.canManageWebhooks && (
            <Note tone="idle" icon="lock">
              {words.urls.noRight}
            </Note>
          )}
          <div className="endpoints">
            {integration.webhooks.map((endpoint) => (
              <EndpointPanel key={endpoint.type} endpoint={endpoint} integration={integration} />
            ))}
          </div>
        </>
      )}
    </IntegrationPage>
  );
}

interface EndpointProps {
  endpoint: Endpoint;
  integration: PortalIntegration;
}

function StateMark({ endpoint }: { endpoint: Endpoint }) {
  const { words } = useSpeech();
  if (endpoint.url === null) return <Mark tone="idle">{words.urls.notSet}</Mark>;
  if (endpoint.pausedAt !== null) return <Mark tone="warn">{words.urls.pausedBadge}</Mark>;
  if (endpoint.failures > 0) return <Mark tone="bad">{words.webhooks.states.failing}</Mark>;
  return <Mark tone="good">{words.urls.active}</Mark>;
}

function EndpointPanel({ endpoint, integration }: EndpointProps) {
  const { words } = useSpeech();
  return (
    <Panel title={typeName(words, endpoint.type)} actions={<StateMark endpoint={endpoint} />}>
      {integration.canManageWebhooks ? (
        <UrlForm endpoint={endpoint} integration={integration} />
      ) : (
        <p className="mono small wrap">{endpoint.url ?? '–'}</p>
      )}
      {endpoint.pausedAt !== null && <Paused endpoint={endpoint} integration={integration} />}
    </Panel>
  );
}

function UrlForm({ endpoint, integration }: EndpointProps) {
  const { words } = useSpeech();
  const texts = words.urls;
  const stored = endpoint.url ?? '';
  const [url, setUrl] = useState(stored);
  useEffect(() => setUrl(stored), [stored]);
  const path = `integrations/${integration.id}/webhooks/${endpoint.type}`;
  const save = useChange<PortalWebhookUrlRequest, PortalVersion>({
    act: (body) => change('PUT', path, body),
    touches: ['integrations'],
  });
  const name = typeName(words, endpoint.type);
  const isChanged = url.trim() !== stored;
  return (
    <form
      className="endpoint"
      onSubmit={(event) => {
        event.preventDefault();
        save.run({ url: url.trim() === '' ? null : url.trim(), version: integration.version });
      }}
    >
      <TextInput
        type="url"
        inputMode="url"
        aria-label={texts.url(name)}
        placeholder={texts.placeholder}
        spellCheck={false}
        classNames={{ input: 'mono' }}
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <Group gap="sm" align="center">
        <Button
          type="submit"
          size="xs"
          disabled={!isChanged}
          loading={save.busy}
          aria-label={texts.saveOf(name)}
        >
          {words.common.save}
        </Button>
        {endpoint.url !== null && endpoint.testable && (
          <TestSend path={path} name={name} disabled={isChanged} />
        )}
        <span role="status" className="quiet small">
          {isChanged && url.trim() === '' && stored !== ''
            ? texts.removeHint
            : save.done && !isChanged
              ? words.common.saved
              : ''}
        </span>
      </Group>
      <FailureAlert failure={save.failure} />
    </form>
  );
}

function TestSend({ path, name, disabled }: { path: string; name: string; disabled: boolean }) {
  const { words } = useSpeech();
  const texts = words.urls;
  const test = useChange<undefined, PortalWebhookTested>({ act: () => change('POST', `${path}/test`) });
  const { answer } = test;
  const shown = (answer && answerOf(words, answer)) ?? '';
  return (
    <>
      <Button
        size="xs"
        variant="default"
        disabled={disabled}
        loading={test.busy}
        aria-label={texts.testOf(name)}
        onClick={() => test.run(undefined)}
      >
        {texts.test}
      </Button>
      <span role="status" className="small test-result">
        {answer && (
          <Mark tone={answer.outcome === 'delivered' ? 'good' : 'bad'}>
            {answer.outcome === 'delivered' ? texts.tested(shown, answer.ms) : texts.testFailed(shown)}
          </Mark>
        )}
      </span>
      <FailureAlert failure={test.failure} />
    </>
  );
}

function Paused({ endpoint, integration }: EndpointProps) {
  const { words } = useSpeech();
  const texts = words.urls;
  const resume = useChange<undefined, PortalResumed>({
    act: () => change('POST', `integrations/${integration.id}/webhooks/${endpoint.type}/resume`),
    touches: ['integrations', 'webhooks'],
  });
  return (
    <Note tone="warn" icon="warning">
      <p>
        {texts.pausedHelp} {texts.waiting(endpoint.waiting)}
      </p>
      {integration.canManageWebhooks && (
        <Button
          size="xs"
          mt="xs"
          variant="default"
          loading={resume.busy}
          onClick={() => resume.run(undefined)}
        >
          {texts.resume}
        </Button>
      )}
      <FailureAlert failure={resume.failure} />
    </Note>
  );
}
