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
import type { PortalAuditRow } from '@countersign/contract';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { FilterIntegration } from '../../parts/filter-integration.tsx';
import { IntegrationName } from '../../parts/marks.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Loaded } from '../../parts/states.tsx';
import { auditQuery } from '../../service/queries.ts';
import { useMe } from '../../service/use-me.ts';
import { useSpeech } from '../../words/context.tsx';
import type { Words } from '../../words/words.ts';
import { changeText, type Reader } from './change-text.ts';

const route = getRouteApi('/frame/audit');

const wordOf = (table: object, key: string): string => (table as Record<string, string>)[key] ?? key;

const actorText = (words: Words, { actor, actorName }: PortalAuditRow): string =>
  actorName ?? wordOf(words.audit.actors, actor.split(':')[0] ?? actor);

function columnsOf(reader: Reader & { words: Words }): Column<PortalAuditRow>[] {
  const { words } = reader;
  const texts = words.audit;
  return [
    {
      key: 'time',
      title: texts.time,
      cell: ({ at }) => <Time at={at} />,
    },
    {
      key: 'actor',
      title: texts.actor,
      cell: (row) => (
        <span className="one-line" title={row.actor}>
          {actorText(words, row)}
        </span>
      ),
    },
    {
      key: 'action',
      title: texts.action,
      heads: true,
      cell: (row) => (
        <span className="stacked">
          <span className="strong">{wordOf(words.actions, row.action)}</span>
          <span className="quiet small wrap">{changeText(reader, row)}</span>
        </span>
      ),
    },
    {
      key: 'session',
      title: words.sessions.id,
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
  ];
}

/** The audit log with its filters, which are all part of the address. */
export function AuditScreen() {
  const { words, language } = useSpeech();
  const { integrations } = useMe();
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const { since, until, ...plain } = filter;
  const query = useQuery(auditQuery({ ...plain, since: dayStart(since), until: dayStart(until, 1) }));
  const isFiltered = Object.keys(filter).some((key) => key !== 'cursor');
  const texts = words.audit;
  const nameOf = (id: string) => integrations.find((each) => each.id === id)?.name ?? null;
  return (
    <Page
      title={texts.title}
      intro={texts.intro}
      actions={
        <Button variant="default" component={Link} to="/audit/integrity">
          {words.integrity.title}
        </Button>
      }
    >
      <AuditFilter key={JSON.stringify(filter)} filter={filter} />
      <Panel flush>
        <Loaded query={query} lines={9}>
          {({ rows, next }) =>
            rows.length === 0 ? (
              <Empty
                icon={isFiltered ? 'search' : 'audit'}
                title={isFiltered ? texts.noMatchTitle : texts.emptyTitle}
                text={isFiltered ? words.webhooks.noMatch : texts.empty}
              />
            ) : (
              <>
                <DataTable
                  caption={texts.caption}
                  columns={columnsOf({ words, language, nameOf })}
                  rows={rows}
                  keyOf={({ id }) => String(id)}
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

type FilterKey = 'actor' | 'action' | 'integration' | 'session' | 'since' | 'until' | 'cursor';

function AuditFilter({ filter }: { filter: Partial<Record<FilterKey, string>> }) {
  const { words } = useSpeech();
  const { integrations } = useMe();
  const navigate = route.useNavigate();
  const { field, wanted, isSet } = useFilter<FilterKey>(filter);
  const actors = Object.entries(words.audit.actors).map(([value, label]) => ({ value, label }));
  const actions = Object.entries(words.actions)
    .map(([value, label]) => ({ value, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
  const session = field('session');
  return (
    <FilterBar
      onApply={() => void navigate({ search: wanted })}
      onClear={isSet ? () => void navigate({ search: {} }) : undefined}
    >
      <FilterChoice label={words.audit.actor} choices={actors} {...field('actor')} />
      <FilterChoice label={words.audit.action} choices={actions} {...field('action')} />
      <TextInput
        label={words.sessions.id}
        spellCheck={false}
        value={session.value}
        onChange={(event) => session.onChange(event.currentTarget.value)}
      />
      {integrations.length > 1 && <FilterIntegration {...field('integration')} />}
      <FilterDay label={words.common.from} {...field('since')} />
      <FilterDay label={words.common.to} {...field('until')} />
    </FilterBar>
  );
}
