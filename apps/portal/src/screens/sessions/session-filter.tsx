import { FilterBar, FilterChoice, FilterDay, icons, useFilter } from '@countersign/browser-ui';
import { sessionOrderOf, sessionStatuses } from '@countersign/contract';
import { TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { FilterIntegration } from '../../parts/filter-integration.tsx';
import { useMe } from '../../service/use-me.ts';
import { useSpeech } from '../../words/context.tsx';

const route = getRouteApi('/frame/sessions');

type SessionFilterKey =
  | 'q'
  | 'name'
  | 'status'
  | 'hits'
  | 'proposals'
  | 'integration'
  | 'since'
  | 'until'
  | 'order'
  | 'cursor';

/** Search and filters of the session list. */
export function SessionFilter({ filter }: { filter: Partial<Record<SessionFilterKey, string>> }) {
  const { words } = useSpeech();
  const { integrations, can } = useMe();
  const navigate = route.useNavigate();
  const { field, wanted, isSet } = useFilter<SessionFilterKey>(filter);
  const statuses = sessionStatuses.map((value) => ({ value, label: words.status[value] }));
  const { value, onChange } = field('q');
  const name = field('name');
  const waiting = (['hits', 'proposals'] as const).find((key) => field(key).value === 'waiting') ?? '';
  return (
    <FilterBar
      onApply={() => void navigate({ search: wanted })}
      onClear={isSet ? () => void navigate({ search: {} }) : undefined}
    >
      <TextInput
        className="filter-search"
        type="search"
        label={words.sessions.search}
        placeholder={words.sessions.searchHint}
        leftSection={<icons.search size={16} />}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {can('reveal') && (
        <TextInput
          className="filter-search"
          type="search"
          label={words.sessions.name}
          placeholder={words.sessions.nameHint}
          title={words.sessions.nameHelp}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          leftSection={<icons.team size={16} />}
          value={name.value}
          onChange={(event) => name.onChange(event.currentTarget.value)}
        />
      )}
      <FilterChoice label={words.sessions.status} choices={statuses} {...field('status')} />
      <FilterChoice
        label={words.sessions.waiting}
        choices={[
          { value: 'hits', label: words.sessions.hitsWaiting },
          { value: 'proposals', label: words.sessions.proposalsWaiting },
        ]}
        value={waiting}
        onChange={(chosen) => {
          for (const key of ['hits', 'proposals'] as const)
            field(key).onChange(chosen === key ? 'waiting' : '');
        }}
      />
      {integrations.length > 1 && <FilterIntegration {...field('integration')} />}
      <FilterDay label={words.sessions.since} {...field('since')} />
      <FilterDay label={words.sessions.until} {...field('until')} />
      <FilterChoice
        label={words.sessions.order}
        demanded
        choices={[
          { value: 'oldest', label: words.sessions.orders.oldest },
          { value: 'newest', label: words.sessions.orders.newest },
        ]}
        value={sessionOrderOf(wanted)}
        onChange={field('order').onChange}
      />
    </FilterBar>
  );
}
