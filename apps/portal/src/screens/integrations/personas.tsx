import { type Column, CopyId, DataTable, Empty, Panel } from '@countersign/browser-ui';
import type { PortalSandbox } from '@countersign/contract';
import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSpeech } from '../../words/context.tsx';
import type { Words } from '../../words/words.ts';

type Persona = PortalSandbox['personas'][number];

/** The group of a persona: decisions, watchlists, or a registry. */
const groupOf = ({ kind, member }: Persona): string => (kind === 'registry' ? member : kind);

function groupName(words: Words, { kind, member }: Persona): string {
  const texts = words.sandbox;
  if (kind !== 'registry') return texts.kinds[kind].title;
  return (texts.registries as Record<string, string>)[member] ?? member;
}

function columnsOf(words: Words, { kind }: Persona): Column<Persona>[] {
  const texts = words.sandbox;
  const value: Column<Persona> = {
    key: 'value',
    title: texts.value,
    heads: true,
    cell: ({ value: text }) => <CopyId id={text} name={text} />,
  };
  const member: Column<Persona> = {
    key: 'member',
    title: texts.member,
    cell: (persona) => <span className="mono small">{persona.member}</span>,
  };
  const result: Column<Persona> = {
    key: 'result',
    title: texts.result,
    cell: (persona) => words.explanations.personas[persona.code],
  };
  // A registry is queried by the person's number, whatever its member is called.
  return kind === 'registry' ? [value, result] : [value, member, result];
}

interface PersonasProps {
  personas: readonly Persona[];
  /** The selected group; the first one if undefined. */
  shown: string | undefined;
  show: (group: string) => void;
}

/** Names and numbers that determine the result of a session, one group at a time. */
export function Personas({ personas, shown, show }: PersonasProps) {
  const { words } = useSpeech();
  const texts = words.sandbox;
  const [typed, type] = useState('');
  const groups = new Map(personas.map((persona) => [groupOf(persona), persona]));
  const first = personas.find((persona) => groupOf(persona) === shown) ?? personas[0];
  if (first === undefined) return null;
  const wanted = typed.trim().toLowerCase();
  const rows = personas.filter(
    (persona) =>
      groupOf(persona) === groupOf(first) &&
      `${persona.value} ${words.explanations.personas[persona.code]}`.toLowerCase().includes(wanted),
  );
  return (
    <Panel title={texts.personas} intro={texts.kinds[first.kind].intro} flush>
      <div className="panel-body filter">
        <NativeSelect
          className="filter-wide"
          label={texts.decides}
          value={groupOf(first)}
          onChange={(event) => show(event.currentTarget.value)}
          data={[...groups].map(([value, persona]) => ({ value, label: groupName(words, persona) }))}
        />
        <TextInput
          className="filter-wide"
          label={texts.find}
          placeholder={texts.findHint}
          spellCheck={false}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
        />
      </div>
      {rows.length === 0 ? (
        <Empty icon="search" title={texts.noMatch} text={texts.noMatchHelp} />
      ) : (
        <DataTable
          caption={groupName(words, first)}
          columns={columnsOf(words, first)}
          rows={rows}
          keyOf={({ member, value }) => `${member} ${value}`}
        />
      )}
    </Panel>
  );
}
