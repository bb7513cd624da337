import { type Column, DataTable, Panel } from '@countersign/browser-ui';
import type { PortalOrganisation } from '@countersign/contract';
import { useSpeech } from '../../words/context.tsx';

type Row = PortalOrganisation['sessionLimits'][number];

/**
 * How many sessions the organisation may create, which its operator sets, and how many it has created; renders nothing if there
 * is no limit.
 */
export function SessionLimitsPanel({ sessionLimits }: Pick<PortalOrganisation, 'sessionLimits'>) {
  const { words } = useSpeech();
  const texts = words.organisation;
  const usage = (used: number, most: number | null) =>
    most === null ? texts.unlimited(used) : texts.usedOf(used, most);
  const columns: Column<Row>[] = [
    { key: 'mode', title: words.shell.integrations, heads: true, cell: ({ mode }) => words.common[mode] },
    { key: 'day', title: texts.today, cell: ({ usedToday, perDay }) => usage(usedToday, perDay) },
    {
      key: 'month',
      title: texts.thisMonth,
      cell: ({ usedThisMonth, perMonth }) => usage(usedThisMonth, perMonth),
    },
  ];
  if (sessionLimits.length === 0) return null;
  return (
    <Panel title={texts.limits} intro={texts.limitsIntro} flush>
      <DataTable caption={texts.limits} columns={columns} rows={sessionLimits} keyOf={({ mode }) => mode} />
    </Panel>
  );
}
