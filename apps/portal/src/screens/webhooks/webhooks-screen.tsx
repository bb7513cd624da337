import {
  type Column,
  DataTable,
  dayStart,
  Empty,
  FilterBar,
  FilterChoice,
  FilterDay,
  Page,
  Panel,
  Time,
  useFilter,
} from '@countersign/browser-ui';
import { portalWebhookStates, type PortalWebhookRow, webhookTypeNames } from '@countersign/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { FilterIntegration } from '../../parts/filter-integration.tsx';
import { IntegrationName, WebhookMark } from '../../parts/marks.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Loaded } from '../../parts/states.tsx';
import { webhooksQuery } from '../../service/queries.ts';
import { useMe } from '../../service/use-me.ts';
import { useSpeech } from '../../words/context.tsx';
import type { Words } from '../../words/words.ts';
import { ReplayButton } from './replay-button.tsx';
import { answerOf, typeName } from './webhook-words.ts';

const route = getRouteApi('/frame/webhooks');

function columnsOf(words: Words, mayReplay: boolean): Column<PortalWebhookRow>[] {
  const texts = words.webhooks;
  const columns: Column<PortalWebhookRow>[] = [
    {
      key: 'type',
      title: texts.type,
      heads: true,
      cell: ({ id, type }) => (
        <span className="stacked">
          <Link to="/webhooks/$id" params={{ id }} className="strong">
            {typeName(words, type)}
          </Link>
          <span className="quiet mono small" title={id}>
            {id.slice(0, 8)}
          </span>
        </span>
      ),
    },
    {
      key: 'state',
      title: texts.state,
      cell: (row) => (
        <span className="stacked">
          <WebhookMark state={row.state} />
          {row.state !== 'delivered' && row.attempts > 0 && (
            <span className="quiet small">
              {answerOf(words, { httpStatus: row.lastHttpStatus, errorClass: row.lastError }) ?? '–'}
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'session',
      title: texts.session,
      cell: ({ sessionId }) =>
        sessionId === null ? (
          <span className="quiet">–</span>
        ) : (
          <Link to="/sessions/$id" params={{ id: sessionId }} className="mono" title={sessionId}>
            {sessionId.slice(0, 8)}
          </Link>
        ),
    },
    {
      key: 'integration',
      title: words.common.integration,
      cell: ({ integrationId }) => <IntegrationName id={integrationId} />,
    },
    { key: 'attempts', title: texts.attempts, numeric: true, cell: ({ attempts }) => attempts },
    { key: 'created', title: texts.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      key: 'last',
      title: texts.last,
      cell: ({ lastAttemptAt, nextAttemptAt }) => (
        <span className="stacked">
          <Time at={lastAttemptAt} />
          {nextAttemptAt !== null && (
            <span className="quiet small">
              {texts.next} <Time at={nextAttemptAt} />
            </span>
          )}
        </span>
      ),
    },
  ];
  if (!mayReplay) return columns;
  const actions: Column<PortalWebhookRow> = {
    key: 'actions',
    title: words.common.actions,
    quiet: true,
    cell: ({ id }) => <ReplayButton id={id} short />,
  };
  return [...columns, actions];
}

/** The webhook log with its filters, which are all part of the address. */
export function WebhooksScreen() {
  const { words } = useSpeech();
  const { can } = useMe();
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(webhooksQuery({ ...filter, since: dayStart(filter.since) }));
  const isFiltered = Object.keys(filter).some((key) => key !== 'cursor');
  const texts = words.webhooks;
  return (
    <Page
      title={texts.title}
      intro={texts.intro}
      actions={
        <>
          <Button variant="default" component={Link} to="/webhooks/check">
            {words.check.open}
          </Button>
          {can('manage-webhooks') && (
            <Button variant="default" component={Link} to="/webhooks/recover">
              {words.recover.open}
            </Button>
          )}
        </>
      }
    >
      <WebhookFilter key={JSON.stringify(filter)} filter={filter} />
      <Panel flush>
        <Loaded query={query} lines={9}>
          {({ rows, next }) =>
            rows.length === 0 ? (
              <Empty
                icon={isFiltered ? 'search' : 'webhooks'}
                title={isFiltered ? texts.noMatchTitle : texts.emptyTitle}
                text={isFiltered ? texts.noMatch : texts.empty}
              />
            ) : (
              <>
                <DataTable
                  caption={texts.caption}
                  columns={columnsOf(words, can('manage-webhooks'))}
                  rows={rows}
                  keyOf={({ id }) => id}
                  stale={query.isPlaceholderData}
                />
                <Pager
                  cursor={filter.cursor}
                  next={next}
                  count={rows.length}
                  go={(cursor = '') => void navigate({ search: { ...filter, cursor } })}
                />
              </>
            )
          }
        </Loaded>
      </Panel>
    </Page>
  );
}

type FilterKey = 'state' | 'type' | 'integration' | 'session' | 'since' | 'cursor';

function WebhookFilter({ filter }: { filter: Partial<Record<FilterKey, string>> }) {
  const { words } = useSpeech();
  const { integrations } = useMe();
  const navigate = route.useNavigate();
  const { field, wanted, isSet } = useFilter<FilterKey>(filter);
  return (
    <FilterBar
      onApply={() => void navigate({ search: wanted })}
      onClear={isSet ? () => void navigate({ search: {} }) : undefined}
    >
      <FilterChoice
        label={words.webhooks.state}
        choices={portalWebhookStates.map((value) => ({ value, label: words.webhooks.states[value] }))}
        {...field('state')}
      />
      <FilterChoice
        label={words.webhooks.type}
        choices={webhookTypeNames.map((value) => ({ value, label: typeName(words, value) }))}
        {...field('type')}
      />
      {integrations.length > 1 && <FilterIntegration {...field('integration')} />}
      <FilterDay label={words.webhooks.since} {...field('since')} />
    </FilterBar>
  );
}
