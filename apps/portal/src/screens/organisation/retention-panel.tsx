import { type Column, DataTable, Panel } from '@countersign/browser-ui';
import type { PortalOrganisation } from '@countersign/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { IntegrationName } from '../../parts/marks.tsx';
import { useSpeech } from '../../words/context.tsx';
import { ShortenDialog } from './shorten-dialog.tsx';

type Row = PortalOrganisation['retention'][number];

/** Retention periods, which the operator configures and owners can shorten. */
export function RetentionPanel({ retention }: Pick<PortalOrganisation, 'retention'>) {
  const { words } = useSpeech();
  const texts = words.organisation;
  const [shortened, shorten] = useState<Row | null>(null);
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
    {
      key: 'actions',
      title: words.common.actions,
      quiet: true,
      cell: (row) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={texts.shortenOf(row.name, words.common[row.mode])}
          onClick={() => shorten(row)}
        >
          {texts.shorten}
        </Button>
      ),
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
      {shortened && <ShortenDialog row={shortened} onClose={() => shorten(null)} />}
    </Panel>
  );
}
