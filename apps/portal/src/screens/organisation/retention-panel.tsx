import type { PortalOrganisation } from '@countersign/contract';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { IntegrationName } from '../../parts/marks.tsx';
import { Panel } from '../../parts/page.tsx';
import { useSpeech } from '../../words/context.tsx';

type Row = PortalOrganisation['retention'][number];

/** How long data is kept, which the operator configures. */
export function RetentionPanel({ retention }: Pick<PortalOrganisation, 'retention'>) {
  const { words } = useSpeech();
  const texts = words.organisation;
  const days = (count: number | null, otherwise: string) => (count === null ? otherwise : texts.days(count));
  const columns: Column<Row>[] = [
    {
      key: 'integration',
      title: words.common.integration,
      heads: true,
      cell: ({ integrationId }) => <IntegrationName id={integrationId} />,
    },
    {
      key: 'sessions',
      title: texts.sessions,
      cell: ({ sessionDays }) => days(sessionDays, texts.forEver),
    },
    {
      key: 'pictures',
      title: texts.pictures,
      cell: ({ pictureDays }) => days(pictureDays, texts.asSession),
    },
    { key: 'faces', title: texts.descriptors, cell: ({ descriptorDays }) => texts.days(descriptorDays) },
    {
      key: 'bodies',
      title: texts.bodies,
      cell: ({ webhookDays }) => days(webhookDays, texts.asSession),
    },
  ];
  if (retention.length === 0) return null;
  return (
    <Panel title={texts.retention} intro={texts.retentionIntro} flush>
      <DataTable
        caption={texts.retentionCaption}
        columns={columns}
        rows={retention}
        keyOf={({ integrationId }) => integrationId}
      />
    </Panel>
  );
}
