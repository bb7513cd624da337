import { type Column, DataTable, Mark, Time } from '@countersign/browser-ui';
import type { PortalSession } from '@countersign/contract';
import { useSpeech } from '../../words/context.tsx';
import type { Words } from '../../words/words.ts';

type Change = NonNullable<PortalSession['screening']>['changes'][number];
type Side = NonNullable<Change['before']>;
interface Row {
  what: string;
  before: string;
  after: string;
}

/** The facts of a hit at one moment, by name. */
function factsOf(words: Words, side: Side | null): Record<string, string> {
  if (side === null) return {};
  const { hitName, hitScore, explanation: texts } = words.session;
  const { name, score, listed } = side;
  const own = { [hitName]: name, [hitScore]: score.toFixed(0) };
  if (listed === null) return own;
  return {
    ...own,
    [texts.fields.birthDate]: listed.dateOfBirth ?? '',
    [texts.died]: listed.dateOfDeath ?? '',
    [texts.countries]: listed.countries.join(', '),
    [texts.aliases]: listed.aka.join(' · '),
    [texts.positions]: listed.positions.join(' · '),
    [texts.source]: listed.listings
      .map(({ list, sourceName, programme }) =>
        [`${texts.lists[list]}: ${sourceName}`, programme].filter((part) => part !== null).join(', '),
      )
      .join(' · '),
  };
}

function rowsOf(words: Words, { before, after }: Change): Row[] {
  const [earlier, now] = [factsOf(words, before), factsOf(words, after)];
  return [...new Set([...Object.keys(earlier), ...Object.keys(now)])]
    .map((what) => ({ what, before: earlier[what] ?? '', after: now[what] ?? '' }))
    .filter((row) => row.before !== '' || row.after !== '');
}

/** Hits in which monitoring found changes, each with its former and current facts. */
export function HitChanges({ changes }: { changes: readonly Change[] }) {
  return changes.map((change) => <ChangedHit key={`${change.at} ${nameOf(change)}`} change={change} />);
}

const nameOf = ({ before, after, kinds }: Change): string =>
  `${after?.name ?? before?.name ?? '–'} ${kinds.join(' ')}`;

function ChangedHit({ change }: { change: Change }) {
  const { words } = useSpeech();
  const texts = words.session.hitReview;
  const { at, kinds, before, after } = change;
  const name = after?.name ?? before?.name ?? '–';
  const isOther = (row: Row) => before !== null && after !== null && row.before !== row.after;
  const columns: Column<Row>[] = [
    {
      key: 'what',
      title: texts.what,
      heads: true,
      cell: (row) => (
        <span className="stacked">
          {row.what}
          {isOther(row) && <Mark tone="warn">{texts.isChanged}</Mark>}
        </span>
      ),
    },
    { key: 'before', title: texts.before, cell: (row) => row.before || '–' },
    { key: 'after', title: texts.after, cell: (row) => row.after || '–' },
  ];
  return (
    <details className="explanation before-after" open>
      <summary>
        {name}{' '}
        {kinds.map((kind) => (
          <Mark key={kind} tone={kind === 'disappeared' ? 'idle' : 'warn'}>
            {texts.kinds[kind]}
          </Mark>
        ))}{' '}
        <span className="quiet small">
          <Time at={at} />
        </span>
      </summary>
      <DataTable
        caption={texts.changesOf(name)}
        columns={columns}
        rows={rowsOf(words, change)}
        keyOf={({ what }) => what}
      />
    </details>
  );
}
