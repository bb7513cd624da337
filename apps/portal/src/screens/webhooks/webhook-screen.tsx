import {
  type Column,
  CopyField,
  CopyId,
  DataTable,
  Facts,
  JsonBlock,
  Loading,
  Mark,
  Page,
  Panel,
  Time,
} from '@countersign/browser-ui';
import type { PortalWebhook } from '@countersign/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { IntegrationName, WebhookMark } from '../../parts/marks.tsx';
import { LoadFailure } from '../../parts/states.tsx';
import { webhookQuery } from '../../service/queries.ts';
import { useSpeech } from '../../words/context.tsx';
import type { Words } from '../../words/words.ts';
import { ReplayButton } from './replay-button.tsx';
import { answerOf, typeName } from './webhook-words.ts';

const route = getRouteApi('/frame/webhooks/$id');

/** A webhook: all delivery attempts, and its body. */
export function WebhookScreen() {
  const { words } = useSpeech();
  const { id } = route.useParams();
  const query = useQuery(webhookQuery(id));
  const above = <Link to="/webhooks">{words.webhooks.title}</Link>;
  if (query.data) return <Shown webhook={query.data} above={above} />;
  return (
    <Page title={words.webhooks.detail} above={above}>
      <Panel>
        {query.error ? (
          <LoadFailure error={query.error} retry={() => void query.refetch()} />
        ) : (
          <Loading lines={8} />
        )}
      </Panel>
    </Page>
  );
}

function Shown({ webhook, above }: { webhook: PortalWebhook; above: React.ReactNode }) {
  const { words } = useSpeech();
  return (
    <Page
      title={`${typeName(words, webhook.type)} ${webhook.id.slice(0, 8)}`}
      beside={<WebhookMark state={webhook.state} />}
      above={above}
      actions={webhook.canReplay && <ReplayButton id={webhook.id} />}
    >
      <div className="columns">
        <div className="column">
          <Tries webhook={webhook} />
          <Body webhook={webhook} />
        </div>
        <div className="column">
          <Panel title={words.session.facts}>
            <FactList webhook={webhook} />
          </Panel>
          <SameByApi webhook={webhook} />
        </div>
      </div>
    </Page>
  );
}

function FactList({ webhook }: { webhook: PortalWebhook }) {
  const { words } = useSpeech();
  const texts = words.webhooks;
  const { sessionId } = webhook;
  return (
    <Facts
      facts={[
        ['webhook-id', <CopyId key="id" id={webhook.id} name="webhook-id" />],
        [words.common.integration, <IntegrationName key="integration" id={webhook.integrationId} />],
        [
          texts.session,
          sessionId === null ? (
            '–'
          ) : (
            <Link key="session" to="/sessions/$id" params={{ id: sessionId }} className="mono">
              {sessionId}
            </Link>
          ),
        ],
        [texts.created, <Time key="created" at={webhook.createdAt} />],
        [texts.last, <Time key="last" at={webhook.lastAttemptAt} />],
        [texts.next, <Time key="next" at={webhook.nextAttemptAt} />],
        [texts.attempts, webhook.attempts],
      ]}
    />
  );
}

/** How the client can get the same data without this webhook. */
function SameByApi({ webhook }: { webhook: PortalWebhook }) {
  const { words } = useSpeech();
  if (webhook.type !== 'decision' || webhook.sessionId === null) return null;
  return (
    <Panel title={words.webhooks.fetchSame}>
      <CopyField value={`GET /v1/sessions/${webhook.sessionId}/decision`} name={words.webhooks.fetchSame} />
    </Panel>
  );
}

type Delivery = PortalWebhook['deliveries'][number];

const isAccepted = ({ httpStatus }: Delivery): boolean =>
  httpStatus !== null && httpStatus >= 200 && httpStatus < 300;

function triesColumns(words: Words): Column<Delivery>[] {
  const texts = words.webhooks;
  return [
    { key: 'time', title: texts.time, heads: true, cell: ({ startedAt }) => <Time at={startedAt} /> },
    {
      key: 'answer',
      title: texts.answer,
      cell: (delivery) => (
        <Mark tone={isAccepted(delivery) ? 'good' : delivery.ms === null ? 'busy' : 'bad'}>
          {answerOf(words, delivery) ?? '…'}
        </Mark>
      ),
    },
    {
      key: 'duration',
      title: texts.duration,
      numeric: true,
      cell: ({ ms }) => (ms === null ? '–' : `${ms} ms`),
    },
    {
      key: 'address',
      title: texts.address,
      cell: ({ address, tls }) => (
        <span className="mono small">
          {[address, tls].filter((part) => part !== null).join(' · ') || '–'}
        </span>
      ),
    },
  ];
}

function Tries({ webhook }: { webhook: PortalWebhook }) {
  const { words } = useSpeech();
  const texts = words.webhooks;
  const newestFirst = webhook.deliveries.toSorted((one, other) => other.attempt - one.attempt);
  const response = newestFirst.find((each) => each.response !== null && each.response !== '')?.response;
  return (
    <Panel title={texts.attemptsTitle} intro={texts.schedule} flush>
      {newestFirst.length === 0 ? (
        <p className="quiet panel-body">{texts.noAttempts}</p>
      ) : (
        <DataTable
          caption={texts.attemptsCaption}
          columns={triesColumns(words)}
          rows={newestFirst}
          keyOf={({ attempt }) => String(attempt)}
        />
      )}
      {response && (
        <div className="panel-body">
          <p className="quiet small">{texts.response}</p>
          <JsonBlock text={response} name={texts.response} />
        </div>
      )}
    </Panel>
  );
}

function Body({ webhook }: { webhook: PortalWebhook }) {
  const { words } = useSpeech();
  const texts = words.webhooks;
  const { body, bodyWithheld, sessionId } = webhook;
  return (
    <Panel title={texts.body}>
      {body !== null ? (
        <JsonBlock text={body} name={texts.body} />
      ) : (
        <p className="quiet">
          {texts.withheld[bodyWithheld ?? 'erased']}{' '}
          {bodyWithheld === 'reveal-required' && sessionId !== null && (
            <Link to="/sessions/$id" params={{ id: sessionId }}>
              {words.sessions.open}
            </Link>
          )}
        </p>
      )}
    </Panel>
  );
}
