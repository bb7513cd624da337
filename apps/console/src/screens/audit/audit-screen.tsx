import { Empty, FilterBar, FilterChoice, Page, Panel, useFilter } from '@countersign/browser-ui';
import { TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ChangesTable, type PrintedChange } from '../../parts/changes-table.tsx';
import { integrationsQuery } from '../../parts/integration-name.tsx';
import { mostRows, MoreRows } from '../../parts/more-rows.tsx';
import { Loaded } from '../../parts/states.tsx';
import { verbQuery } from '../../service/queries.ts';
import { words } from '../../words.ts';
import { VerifyPanel } from './verify-panel.tsx';

/** Initial number of rows, and how many more each press of the button adds. */
const step = 50;

/** Who changed what, newest first, and whether the audit log is intact. */
export function AuditScreen() {
  const search = useSearch({ from: '/audit' });
  const navigate = useNavigate();
  const { integration, actor, action, since } = search;
  const limit = Math.min(Number(search.limit) || step, mostRows);
  const query = useQuery({
    ...verbQuery<PrintedChange[]>('audit list', {
      options: { integration, actor, action, since, limit: String(limit) },
    }),
    placeholderData: keepPreviousData,
  });
  const more = () =>
    void navigate({ to: '/audit', search: { ...search, limit: String(limit + step) }, resetScroll: false });
  return (
    <Page title={words.audit.title} intro={words.audit.intro}>
      <VerifyPanel />
      <Panel>
        <AuditFilter key={JSON.stringify({ integration, actor, action, since })} />
      </Panel>
      <Panel flush>
        <Loaded query={query} lines={8}>
          {({ output }) =>
            output.length === 0 ? (
              <Empty icon="audit" title={words.audit.emptyTitle} text={words.audit.empty} />
            ) : (
              <>
                <ChangesTable changes={output} />
                <MoreRows shown={output.length} limit={limit} busy={query.isFetching} onMore={more} />
              </>
            )
          }
        </Loaded>
      </Panel>
    </Page>
  );
}

function AuditFilter() {
  const navigate = useNavigate();
  const { limit: _, ...shown } = useSearch({ from: '/audit' });
  const { field, wanted, isSet } = useFilter(shown);
  const { data } = useQuery(integrationsQuery);
  const integrations = data?.output.map(({ integrationId, name }) => ({ value: integrationId, label: name }));
  const text = (name: keyof typeof shown) => {
    const { value, onChange } = field(name);
    return {
      value,
      spellCheck: false,
      onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
    };
  };
  return (
    <FilterBar
      onApply={() => void navigate({ to: '/audit', search: wanted })}
      onClear={isSet ? () => void navigate({ to: '/audit', search: {} }) : undefined}
    >
      <FilterChoice label={words.common.integration} choices={integrations ?? []} {...field('integration')} />
      <TextInput label={words.audit.actor} placeholder="cli:ada" {...text('actor')} />
      <TextInput label={words.audit.action} placeholder="submit-session" {...text('action')} />
      <TextInput label={words.audit.since} placeholder="24h" {...text('since')} />
    </FilterBar>
  );
}
