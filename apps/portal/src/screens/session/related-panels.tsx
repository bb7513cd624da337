import { type Column, DataTable, Mark, Note, Panel, Time } from '@countersign/browser-ui';
import type { PortalSession } from '@countersign/contract';
import { Link } from '@tanstack/react-router';
import { WebhookMark } from '../../parts/marks.tsx';
import { useMe } from '../../service/use-me.ts';
import { useSpeech } from '../../words/context.tsx';
import { typeName } from '../webhooks/webhook-words.ts';

type Check = PortalSession['registryChecks'][number];
type Webhook = PortalSession['webhooks'][number];

/** Registries that have not responded so far, since when, and that they will be called again. */
export function UnansweredChecks({ session }: { session: PortalSession }) {
  const texts = useSpeech().words.session.unanswered;
  return session.registryChecks.map(({ attemptId, registry, unanswered, nextTryAt }) => {
    if (unanswered === null) return null;
    const { since, outageSince } = unanswered;
    return (
      <Note key={`${attemptId} ${registry}`} tone="warn" icon="warning">
        {outageSince === null ? texts.check(registry) : texts.outage(registry)}{' '}
        <Time at={outageSince ?? since} />. {texts.again}{' '}
        <Time at={nextTryAt} beside={outageSince ?? since} />.
      </Note>
    );
  });
}

/** The national registries that were queried, in the order in which they run. */
export function RegistryPanel({ session }: { session: PortalSession }) {
  const { words } = useSpeech();
  const texts = words.session;
  if (session.registryChecks.length === 0)
    return (
      <Panel title={texts.registries}>
        <p className="quiet">{texts.noRegistries}</p>
      </Panel>
    );
  const columns: Column<Check>[] = [
    {
      key: 'registry',
      title: texts.registry,
      heads: true,
      cell: ({ registry }) => <span className="mono">{registry}</span>,
    },
    {
      key: 'state',
      title: texts.result,
      cell: ({ state, result, unanswered }) => (
        <Mark
          tone={unanswered === null && state === 'waiting' ? 'busy' : result === 'answered' ? 'good' : 'warn'}
        >
          {state === 'waiting'
            ? unanswered === null
              ? texts.registryWaiting
              : texts.unanswered.mark
            : ((texts.registryResults as Record<string, string>)[result ?? ''] ?? result ?? '–')}
        </Mark>
      ),
    },
    {
      key: 'row',
      title: texts.registryRow,
      cell: ({ row, advice }) => (
        <span className="stacked">
          <span>{row ?? '–'}</span>
          {advice.map((line) => (
            <span key={line} className="quiet small">
              {line}
            </span>
          ))}
        </span>
      ),
    },
    { key: 'starts', title: texts.registryTries, numeric: true, cell: ({ starts }) => starts },
    { key: 'ended', title: texts.registryEnded, cell: ({ endedAt }) => <Time at={endedAt} /> },
  ];
  return (
    <Panel title={texts.registries} flush>
      <DataTable
        caption={texts.registriesCaption}
        columns={columns}
        rows={session.registryChecks}
        keyOf={({ attemptId, registry }) => `${attemptId} ${registry}`}
      />
    </Panel>
  );
}

/** Webhooks about this session. */
export function WebhookPanel({ session }: { session: PortalSession }) {
  const { words } = useSpeech();
  const { can } = useMe();
  const texts = words.session;
  const mayOpen = can('read-webhooks');
  const columns: Column<Webhook>[] = [
    {
      key: 'type',
      title: words.webhooks.type,
      heads: true,
      cell: ({ id, type, createdAt }) => (
        <span className="stacked">
          {mayOpen ? (
            <Link to="/webhooks/$id" params={{ id }} className="strong">
              {typeName(words, type)}
            </Link>
          ) : (
            typeName(words, type)
          )}
          <span className="quiet small">
            <Time at={createdAt} />
          </span>
        </span>
      ),
    },
    { key: 'state', title: words.webhooks.state, cell: ({ state }) => <WebhookMark state={state} /> },
  ];
  return (
    <Panel title={texts.webhooks} flush={session.webhooks.length > 0}>
      {session.webhooks.length === 0 ? (
        <p className="quiet">{texts.noWebhooks}</p>
      ) : (
        <DataTable
          caption={texts.webhooksCaption}
          columns={columns}
          rows={session.webhooks}
          keyOf={({ id }) => id}
        />
      )}
    </Panel>
  );
}
