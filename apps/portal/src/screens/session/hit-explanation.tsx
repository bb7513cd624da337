import type { HitExplanation } from '@countersign/contract';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { useSpeech } from '../../words/context.tsx';

type Row = HitExplanation['evidence'][number] & { at: number };

/** Points as they are added up: `+3`, `−1.34`, `0`. */
function signed(points: number): string {
  if (points === 0) return '0';
  return points > 0 ? `+${points}` : `−${-points}`;
}

/** Why a hit has its score: one sentence, and on demand every row that adds up to it. @see spec/contract.md A-270 */
export function Explanation({ name, explanation }: { name: string; explanation: HitExplanation }) {
  const { words } = useSpeech();
  const texts = words.session.explanation;
  const columns: Column<Row>[] = [
    { key: 'field', title: texts.compared, heads: true, cell: ({ field }) => texts.fields[field] },
    { key: 'subject', title: texts.person, cell: ({ subject }) => subject ?? '–' },
    { key: 'listed', title: texts.list, cell: ({ listed }) => listed ?? '–' },
    { key: 'relation', title: texts.relation, cell: ({ relation }) => relation.replaceAll('_', ' ') },
    { key: 'points', title: texts.points, numeric: true, cell: ({ points }) => signed(points) },
  ];
  return (
    <details className="explanation">
      <summary>{texts.why(name)}</summary>
      {/* The engine explains in English. */}
      <p lang="en">{explanation.summary}</p>
      <DataTable
        caption={texts.caption(name)}
        columns={columns}
        rows={explanation.evidence.map((row, at) => ({ ...row, at }))}
        keyOf={({ at }) => String(at)}
      />
    </details>
  );
}
