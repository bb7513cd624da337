import { type Column, DataTable, Mark, Time, type Tone } from '@countersign/browser-ui';
import type { PrintedLists } from '../service/printed.ts';
import { words } from '../words.ts';

type Source = PrintedLists['sources'][number];

const tones: Record<Source['state'], Tone> = { ok: 'good', warning: 'warn', alarm: 'bad' };

const number = (value: number): string => value.toLocaleString('en-GB');

const brief: Column<Source>[] = [
  { key: 'source', title: words.lists.source, heads: true, cell: ({ source }) => <strong>{source}</strong> },
  {
    key: 'state',
    title: words.common.state,
    cell: ({ state }) => <Mark tone={tones[state]}>{words.lists.states[state]}</Mark>,
  },
  { key: 'age', title: words.lists.age, cell: ({ age }) => age ?? words.lists.never },
];

const full: Column<Source>[] = [
  ...brief,
  { key: 'loaded', title: words.lists.loaded, cell: ({ loaded }) => <Time at={loaded} /> },
  { key: 'published', title: words.lists.published, cell: ({ published }) => published?.slice(0, 10) ?? '–' },
  {
    key: 'version',
    title: words.lists.version,
    cell: ({ version }) => <span className="mono">{version || '–'}</span>,
  },
  { key: 'entities', title: words.lists.entities, numeric: true, cell: ({ entities }) => number(entities) },
  { key: 'rejects', title: words.lists.rejects, numeric: true, cell: ({ rejects }) => number(rejects) },
  {
    key: 'error',
    title: words.lists.error,
    cell: ({ error }) => <span className="wrap">{error ?? '–'}</span>,
  },
];

/** Watchlist sources with their age. @param isBrief omits what is only needed to find a cause */
export const SourcesTable = ({ sources, isBrief = false }: { sources: Source[]; isBrief?: boolean }) => (
  <DataTable
    caption={words.lists.sources}
    columns={isBrief ? brief : full}
    rows={sources}
    keyOf={({ source }) => source}
  />
);
