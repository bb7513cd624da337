import { type Column, CopyButton, DataTable, Mark, type Tone } from '@countersign/browser-ui';
import type { PortalSession } from '@countersign/contract';
import { useSpeech } from '../../words/context.tsx';
import { detailsOf, explainedIn, fileNote, type Noted, signed, subjectOf } from './file-note.ts';

type Screening = NonNullable<PortalSession['screening']>;
type Hit = Screening['hits'][number];
type Listed = NonNullable<Hit['listed']>;
type Explained = NonNullable<Hit['explanation']>;
type Row = Explained['evidence'][number] & { at: number };
type Listing = Listed['listings'][number] & { at: number };

const numbered = <Item extends object>(items: readonly Item[]): (Item & { at: number })[] =>
  items.map((item, at) => ({ ...item, at }));

interface ExplanationProps {
  sessionId: string;
  screening: Screening;
  hit: Hit;
  /** Stays open from one hit to the next. */
  open: boolean;
  onToggle: (open: boolean) => void;
}

/**
 * On demand: the person compared with the listed one, all rows that add up to the score, and where that person is listed; renders
 * nothing while data is masked.
 */
export function Explanation({ sessionId, screening, hit, open, onToggle }: ExplanationProps) {
  const { name, explanation, listed } = hit;
  const { words } = useSpeech();
  const texts = words.session.explanation;
  if (listed === null) return null;
  return (
    <details className="explanation" open={open} onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary>{texts.why(name)}</summary>
      {explanation !== null && <Summary explanation={explanation} />}
      <div className="sides">
        <Side title={texts.person} facts={useSubjectFacts(screening.term, explanation)} />
        <Side title={texts.listedPerson} facts={useListedFacts(name, listed)} />
      </div>
      {explanation !== null && <Evidence name={name} explanation={explanation} />}
      <Listings listings={listed.listings} />
      <FileNote noted={{ sessionId, screening, hit }} />
    </details>
  );
}

/** The texts of an explanation in the current language. */
const useExplained = (explanation: Explained) => explainedIn(useSpeech().language, explanation);

const Summary = ({ explanation }: { explanation: Explained }) => <p>{useExplained(explanation).summary}</p>;

/** The same as a text to copy; shown, so that it can be selected on pages without clipboard access. */
function FileNote({ noted }: { noted: Noted }) {
  const { words, language } = useSpeech();
  const texts = words.session.explanation.fileNote;
  const note = fileNote({ words, language }, noted);
  if (note === null) return null;
  return (
    <section className="file-note">
      <h3>
        {texts.title} <CopyButton value={note} name={texts.copy} />
      </h3>
      <pre tabIndex={0}>{note}</pre>
    </section>
  );
}

type Fact = readonly [label: string, value: string | null];

const noFacts: readonly Fact[] = [];

/** The subject for whom the lists were searched. */
function useSubjectFacts(term: Screening['term'], explanation: Explained | null): readonly Fact[] {
  const { words } = useSpeech();
  const texts = words.session.explanation;
  if (term === null) return noFacts;
  const { name, birthDate, year, countries, gender } = subjectOf(term, explanation);
  return [
    [texts.fields.name, name],
    birthDate === null ? [texts.year, year] : [texts.fields.birthDate, birthDate],
    [texts.countries, countries],
    [texts.fields.gender, gender],
  ];
}

/** The listed person who was found. */
function useListedFacts(name: string, listed: Listed): readonly Fact[] {
  const { words } = useSpeech();
  const texts = words.session.explanation;
  return [
    [texts.fields.name, name],
    [texts.fields.birthDate, listed.dateOfBirth],
    [texts.died, listed.dateOfDeath],
    [texts.countries, listed.countries.join(', ')],
    [texts.aliases, listed.aka.join(' · ')],
    [texts.positions, listed.positions.join(' · ')],
  ];
}

const Side = ({ title, facts }: { title: string; facts: readonly Fact[] }) => (
  <section>
    <h3>{title}</h3>
    <dl className="facts">
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
  </section>
);

/** Whether a row agrees, contradicts, or neither. */
function toneOf({ points, relation }: Row): Tone {
  if (points < 0) return 'warn';
  return points > 0 || /^(?:same|shared)/.test(relation) ? 'good' : 'idle';
}

function Evidence({ name, explanation }: { name: string; explanation: Explained }) {
  const { words } = useSpeech();
  const { relations } = useExplained(explanation);
  const texts = words.session.explanation;
  const columns: Column<Row>[] = [
    { key: 'field', title: texts.compared, heads: true, cell: ({ field }) => texts.fields[field] },
    { key: 'subject', title: texts.person, cell: ({ subject }) => subject ?? '–' },
    { key: 'listed', title: texts.list, cell: (row) => row.listed ?? '–' },
    {
      key: 'relation',
      title: texts.relation,
      cell: (row) => <Mark tone={toneOf(row)}>{relations[row.at] ?? row.relation}</Mark>,
    },
    { key: 'points', title: texts.points, numeric: true, cell: ({ points }) => signed(points) },
  ];
  return (
    <DataTable
      caption={texts.caption(name)}
      columns={columns}
      rows={numbered(explanation.evidence)}
      keyOf={({ at }) => String(at)}
    />
  );
}

const groups = {
  warnings: ['WARNINGS'],
  sanctions: ['SANCTIONS'],
  fitness: ['FITNESS_PROBITY'],
  pep: ['PEP_CLASS_1', 'PEP_CLASS_2', 'PEP_CLASS_3', 'PEP_CLASS_4'],
  media: ['ADVERSE_MEDIA'],
} as const satisfies Record<string, readonly Listing['list'][]>;
type Group = keyof typeof groups;

/** The listings of a person, grouped and in the order of the interface. */
function Listings({ listings }: { listings: Listed['listings'] }) {
  const columns = useListingColumns();
  const { words } = useSpeech();
  const texts = words.session.explanation;
  return (Object.keys(groups) as Group[]).map((group) => {
    const lists: readonly string[] = groups[group];
    const rows = numbered(listings).filter(({ list }) => lists.includes(list));
    return (
      rows.length > 0 && (
        <DataTable
          key={group}
          captioned
          caption={texts.groups[group]}
          columns={columns.filter(({ key }) => key !== 'list' || group === 'pep')}
          rows={rows}
          keyOf={({ at }) => String(at)}
        />
      )
    );
  });
}

function useListingColumns(): Column<Listing>[] {
  const { words } = useSpeech();
  const texts = words.session.explanation;
  return [
    {
      key: 'source',
      title: texts.source,
      heads: true,
      cell: ({ sourceName, url }) =>
        // The address in a list is third-party text.
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
      cell: ({ programme }) => programme ?? '–',
    },
    {
      key: 'details',
      title: texts.details,
      cell: (listing) => detailsOf(listing) ?? '–',
    },
    { key: 'date', title: texts.date, cell: ({ date }) => date ?? '–' },
  ];
}
