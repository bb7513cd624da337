import type { HitExplanation, PortalSession } from '@countersign/contract';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { useSpeech } from '../../words/context.tsx';

type Hit = NonNullable<PortalSession['screening']>['hits'][number];
type Listed = NonNullable<Hit['listed']>;
type Row = HitExplanation['evidence'][number] & { at: number };
type Listing = Listed['listings'][number] & { at: number };

/** Points as they are added up: `+3`, `−1.34`, `0`. */
function signed(points: number): string {
  if (points === 0) return '0';
  return points > 0 ? `+${points}` : `−${-points}`;
}

const numbered = <Item extends object>(items: readonly Item[]): (Item & { at: number })[] =>
  items.map((item, at) => ({ ...item, at }));

/** On demand: who the listed person is, where listed, and every row that adds up to the score; nothing while masked. */
export function Explanation({ hit: { name, explanation, listed } }: { hit: Hit }) {
  const { words } = useSpeech();
  const texts = words.session.explanation;
  if (listed === null) return null;
  return (
    <details className="explanation">
      <summary>{texts.why(name)}</summary>
      {explanation !== null && (
        // The engine explains in English.
        <p lang="en">{explanation.summary}</p>
      )}
      <ListedFacts listed={listed} />
      {explanation !== null && <Evidence name={name} evidence={explanation.evidence} />}
      {listed.listings.length > 0 && <Listings name={name} listings={listed.listings} />}
    </details>
  );
}

function ListedFacts({ listed }: { listed: Listed }) {
  const { words } = useSpeech();
  const texts = words.session.explanation;
  const facts = [
    [texts.fields.birthDate, listed.dateOfBirth],
    [texts.died, listed.dateOfDeath],
    [texts.countries, listed.countries.join(', ')],
    [texts.aliases, listed.aka.join(' · ')],
    [texts.positions, listed.positions.join(' · ')],
  ] as const;
  return (
    <dl className="facts in-row">
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Evidence({ name, evidence }: { name: string; evidence: HitExplanation['evidence'] }) {
  const { words } = useSpeech();
  const texts = words.session.explanation;
  const columns: Column<Row>[] = [
    { key: 'field', title: texts.compared, heads: true, cell: ({ field }) => texts.fields[field] },
    { key: 'subject', title: texts.person, cell: ({ subject }) => subject ?? '–' },
    { key: 'listed', title: texts.list, cell: (row) => row.listed ?? '–' },
    { key: 'relation', title: texts.relation, cell: ({ relation }) => relation.replaceAll('_', ' ') },
    { key: 'points', title: texts.points, numeric: true, cell: ({ points }) => signed(points) },
  ];
  return (
    <DataTable
      caption={texts.caption(name)}
      columns={columns}
      rows={numbered(evidence)}
      keyOf={({ at }) => String(at)}
    />
  );
}

function Listings({ name, listings }: { name: string; listings: Listed['listings'] }) {
  const { words } = useSpeech();
  const texts = words.session.explanation;
  const columns: Column<Listing>[] = [
    {
      key: 'source',
      title: texts.source,
      heads: true,
      cell: ({ sourceName, url }) =>
        // What a list has for an address is a text of others.
        url === null || !/^https?:\/\//i.test(url) ? (
          sourceName
        ) : (
          <a href={url} target="_blank" rel="noreferrer noopener">
            {sourceName}
          </a>
        ),
    },
    { key: 'list', title: texts.list, cell: ({ list }) => texts.lists[list] },
    {
      key: 'programme',
      title: texts.programme,
      cell: ({ programme, snippet }) => programme ?? snippet ?? '–',
    },
    { key: 'date', title: texts.date, cell: ({ date }) => date ?? '–' },
  ];
  return (
    <DataTable
      caption={texts.listings(name)}
      columns={columns}
      rows={numbered(listings)}
      keyOf={({ at }) => String(at)}
    />
  );
}
