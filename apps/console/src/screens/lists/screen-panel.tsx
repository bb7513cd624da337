import { type Column, DataTable, Panel } from '@countersign/browser-ui';
import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { FailureAlert } from '../../parts/states.tsx';
import { useVerb } from '../../service/use-verb.ts';
import { words } from '../../words.ts';

/** The shown part of the output of `lists screen --explain`. */
interface Screened {
  total: number;
  hits: {
    entityId: string;
    score: number;
    matchedName: string;
    listTypes: string[];
    countries: string[];
    birthDate: string;
    explanation?: { summary: string } | null;
  }[];
}

type Hit = Screened['hits'][number];

const columns: Column<Hit>[] = [
  {
    key: 'name',
    title: words.screening.matched,
    heads: true,
    cell: ({ matchedName }) => <strong>{matchedName}</strong>,
  },
  { key: 'score', title: words.screening.score, numeric: true, cell: ({ score }) => score.toFixed(1) },
  { key: 'lists', title: words.screening.lists, cell: ({ listTypes }) => listTypes.join(', ') },
  { key: 'born', title: words.screening.born, cell: ({ birthDate }) => birthDate || '–' },
  {
    key: 'countries',
    title: words.screening.countries,
    cell: ({ countries }) => countries.join(', ') || '–',
  },
  { key: 'why', title: words.screening.why, cell: ({ explanation }) => explanation?.summary ?? '–' },
  {
    key: 'entity',
    title: words.screening.entity,
    cell: ({ entityId }) => <span className="mono">{entityId}</span>,
  },
];

const noFields = { name: '', born: '', country: '', threshold: '80' };

/** Screens a name against the lists in force; stores nothing. */
export function ScreenPanel() {
  const [fields, setFields] = useState(noFields);
  const screen = useVerb<Screened>('lists screen');
  const field = (name: keyof typeof noFields) => ({
    value: fields[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setFields({ ...fields, [name]: event.currentTarget.value }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { name, born, country, threshold } = fields;
    const countries = country.split(/[\s,]+/).filter(Boolean);
    screen.run({
      words: [name.trim()],
      options: {
        born: born.trim(),
        country: countries,
        threshold: threshold.trim(),
        explain: true,
        limit: '20',
      },
    });
  };
  return (
    <Panel title={words.screening.title} intro={words.screening.intro}>
      <form onSubmit={submit}>
        <Group align="end" gap="sm">
          <TextInput className="grow" label={words.screening.name} autoComplete="off" {...field('name')} />
          <TextInput label={words.screening.birth} placeholder="1990-02-28" w={150} {...field('born')} />
          <TextInput label={words.screening.country} placeholder="EE" w={120} {...field('country')} />
          <TextInput label={words.screening.threshold} inputMode="numeric" w={110} {...field('threshold')} />
          <Button type="submit" variant="default" loading={screen.busy} disabled={fields.name.trim() === ''}>
            {words.screening.submit}
          </Button>
        </Group>
        <FailureAlert failure={screen.failure} />
      </form>
      <div aria-live="polite">{screen.result && <Hits result={screen.result.output} />}</div>
    </Panel>
  );
}

const Hits = ({ result: { total, hits } }: { result: Screened }) => (
  <div className="after-form">
    <p className="quiet small">{words.screening.found(total)}</p>
    {hits.length > 0 && (
      <div className="difference">
        <DataTable
          caption={words.screening.title}
          columns={columns}
          rows={hits}
          keyOf={({ entityId, matchedName }) => `${entityId} ${matchedName}`}
        />
      </div>
    )}
  </div>
);
