import { type Column, DataTable, Mark, Panel, type Tone } from '@countersign/browser-ui';
import type { PortalField, PortalSession } from '@countersign/contract';
import { useSpeech } from '../../words/context.tsx';
import type { Words } from '../../words/words.ts';

const tones: Record<PortalField['agreement'], Tone> = {
  agrees: 'good',
  differs: 'bad',
  'one-source': 'idle',
  unknown: 'idle',
};

const fieldName = (words: Words, field: string): string =>
  (words.session.fields as Record<string, string>)[field] ?? field;

function columnsOf(words: Words): Column<PortalField>[] {
  const texts = words.session;
  return [
    { key: 'field', title: texts.field, heads: true, cell: ({ field }) => fieldName(words, field) },
    {
      key: 'supplied',
      title: texts.supplied,
      cell: ({ supplied }) => valueOf(supplied),
    },
    { key: 'read', title: texts.read, cell: ({ read }) => valueOf(read) },
    {
      key: 'agreement',
      title: texts.agreement,
      cell: ({ agreement }) => <Mark tone={tones[agreement]}>{texts.agreements[agreement]}</Mark>,
    },
  ];
}

/** A value in the direction of its own script, wrapped if it is wider than the column. */
const valueOf = (text: string | null) =>
  text === null ? <span className="quiet">–</span> : <bdi className="wrap">{text}</bdi>;

const isThere = ({ supplied, read }: PortalField) => supplied !== null || read !== null;

interface FieldsProps {
  title: string;
  caption: string;
  rows: readonly PortalField[];
}

/** The available fields of a subject, and below them a line with the missing ones. */
function Fields({ title, caption, rows }: FieldsProps) {
  const { words } = useSpeech();
  const there = rows.filter(isThere);
  const absent = rows.filter((row) => !isThere(row)).map(({ field }) => fieldName(words, field));
  return (
    <Panel title={title} flush>
      {there.length > 0 && (
        <DataTable caption={caption} columns={columnsOf(words)} rows={there} keyOf={({ field }) => field} />
      )}
      {absent.length > 0 && (
        <p className="quiet small panel-line">{words.session.absent(absent.join(', '))}</p>
      )}
    </Panel>
  );
}

/** Data of the person and the document as supplied by the client, compared with what was read. */
export function PersonPanel({ session }: { session: PortalSession }) {
  const { words } = useSpeech();
  const texts = words.session;
  if (![...session.person, ...session.document].some(isThere))
    return (
      <Panel title={texts.person}>
        <p className="quiet">{texts.noPerson}</p>
      </Panel>
    );
  const parts = [
    { title: texts.person, caption: texts.personCaption, rows: session.person },
    { title: texts.document, caption: texts.documentCaption, rows: session.document },
  ];
  return parts.filter(({ rows }) => rows.length > 0).map((part) => <Fields key={part.title} {...part} />);
}
