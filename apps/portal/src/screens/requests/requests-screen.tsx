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
import { namedCauses, type PortalRequestRow, problems } from '@countersign/contract';
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { FilterIntegration } from '../../parts/filter-integration.tsx';
import { IntegrationName } from '../../parts/marks.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Loaded } from '../../parts/states.tsx';
import { requestsQuery } from '../../service/queries.ts';
import { useMe } from '../../service/use-me.ts';
import { useSpeech } from '../../words/context.tsx';
import type { Words } from '../../words/words.ts';
import { AnswerMark, callOf, routeChoices } from './request-words.tsx';

const route = getRouteApi('/frame/requests');

function columnsOf(words: Words, withIntegration: boolean): Column<PortalRequestRow>[] {
  const texts = words.requests;
  const columns: Column<PortalRequestRow>[] = [
    {
      key: 'request',
      title: texts.request,
      heads: true,
      cell: ({ id, route: name }) => (
        <span className="stacked">
          <Link to="/requests/$id" params={{ id }} className="strong short">
            {callOf(words, name)}
          </Link>
          <span className="quiet mono small" title={id}>
            {id.slice(0, 8)}
          </span>
        </span>
      ),
    },
    {
      key: 'answer',
      title: texts.answer,
      cell: ({ status, code, cause }) => (
        <span className="stacked">
          <AnswerMark status={status} />
          {code !== null && (
            <span className="quiet small wrap">{[code, cause].filter(Boolean).join(' · ')}</span>
          )}
        </span>
      ),
    },
    { key: 'time', title: texts.time, cell: ({ at }) => <Time at={at} exact /> },
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
  ];
  if (withIntegration)
    columns.push({
      key: 'integration',
      title: words.common.integration,
      cell: ({ integrationId }) => <IntegrationName id={integrationId} />,
    });
  return [
    ...columns,
    { key: 'duration', title: texts.duration, numeric: true, cell: ({ ms }) => `${ms} ms` },
  ];
}

/** All API requests and their responses; the filters are part of the address. */
export function RequestsScreen() {
  const { words } = useSpeech();
  const { integrations } = useMe();
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(requestsQuery({ ...filter, since: dayStart(filter.since) }));
  const isFiltered = Object.keys(filter).some((key) => key !== 'cursor');
  const texts = words.requests;
  return (
    <Page title={texts.title} intro={texts.intro}>
      <RequestFilter key={JSON.stringify(filter)} filter={filter} />
      <Panel flush>
        <Loaded query={query} lines={9}>
          {({ rows, next }) =>
            rows.length === 0 ? (
              <Empty
                icon={isFiltered ? 'search' : 'requests'}
                title={isFiltered ? texts.noMatchTitle : texts.emptyTitle}
                text={isFiltered ? texts.noMatch : texts.empty}
              />
            ) : (
              <>
                <DataTable
                  caption={texts.caption}
                  columns={columnsOf(words, integrations.length > 1)}
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

type FilterKey =
  | 'status'
  | 'route'
  | 'code'
  | 'cause'
  | 'integration'
  | 'session'
  | 'request'
  | 'since'
  | 'cursor';

/** Statuses that people search for; others can be entered in the address. */
const statuses = [
  '2xx',
  '4xx',
  '5xx',
  '400',
  '401',
  '403',
  '404',
  '405',
  '409',
  '413',
  '429',
  '500',
  '503',
  '0',
];
const codes = [...new Set(Object.values(problems).map(({ code }) => code))].toSorted();
const causes = [...Object.keys(problems).filter((name) => name !== 'not-authenticated'), ...namedCauses]
  .toSorted()
  .map((value) => ({ value, label: value }));

function RequestFilter({ filter }: { filter: Partial<Record<FilterKey, string>> }) {
  const { words } = useSpeech();
  const { integrations } = useMe();
  const navigate = route.useNavigate();
  const { field, wanted, isSet } = useFilter<FilterKey>(filter);
  const texts = words.requests;
  const typed = (key: FilterKey) => {
    const { value, onChange } = field(key);
    return {
      value,
      spellCheck: false,
      onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
    };
  };
  const groups = { ...texts.statusGroups, '0': texts.gone } as Record<string, string>;
  return (
    <FilterBar
      onApply={() => void navigate({ search: wanted })}
      onClear={isSet ? () => void navigate({ search: {} }) : undefined}
    >
      <FilterChoice
        label={texts.status}
        choices={statuses.map((value) => ({ value, label: groups[value] ?? value }))}
        {...field('status')}
      />
      <FilterChoice label={texts.endpoint} choices={routeChoices(words)} {...field('route')} />
      <FilterChoice
        label={texts.code}
        choices={codes.map((value) => ({ value, label: value }))}
        {...field('code')}
      />
      <FilterChoice label={texts.cause} choices={causes} {...field('cause')} />
      <TextInput label={texts.session} {...typed('session')} />
      <TextInput label="x-request-id" {...typed('request')} />
      {integrations.length > 1 && <FilterIntegration {...field('integration')} />}
      <FilterDay label={texts.since} {...field('since')} />
    </FilterBar>
  );
}
