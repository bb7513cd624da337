import {
  type Column,
  CopyId,
  DataTable,
  daysSince,
  Facts,
  icons,
  Note,
  Panel,
  Time,
} from '@countersign/browser-ui';
import type { PortalIntegration } from '@countersign/contract';
import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useSpeech } from '../../words/context.tsx';
import type { Words } from '../../words/words.ts';
import type { Key } from './key.ts';
import { IntegrationPage } from './integration-page.tsx';
import { AddKey } from './add-key.tsx';
import { DeleteKey, PromoteKey } from './key-dialogs.tsx';
import { Rotation } from './rotation.tsx';

const route = getRouteApi('/frame/integrations/$id/keys');
/** Age in days from which a secret should be replaced. */
const oldDays = 365;

type Open = { what: 'add' } | { what: 'promote' | 'delete'; key: Key } | null;

/** The secrets of an integration, and their rotation. */
export function KeysScreen() {
  const { words } = useSpeech();
  const { id } = route.useParams();
  return (
    <IntegrationPage id={id} intro={words.keys.intro}>
      {(integration) => <Keys integration={integration} />}
    </IntegrationPage>
  );
}

function columnsOf(words: Words, open: ((wanted: Open) => void) | null): Column<Key>[] {
  const texts = words.keys;
  const columns: Column<Key>[] = [
    {
      key: 'label',
      title: texts.label,
      heads: true,
      cell: ({ label, master }) => (
        <span className="integration">
          <span className="strong">{label}</span>
          {master && (
            <span className="master" title={texts.masterHelp}>
              <icons.star size={13} /> {texts.master}
            </span>
          )}
        </span>
      ),
    },
    { key: 'created', title: texts.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      key: 'used',
      title: texts.lastRequest,
      cell: ({ lastUsedAt }) => <Time at={lastUsedAt} none={words.common.never} />,
    },
    {
      key: 'age',
      title: texts.age,
      cell: ({ createdAt }) => {
        const days = daysSince(createdAt);
        return (
          <span className="stacked">
            {texts.days(days)}
            {days > oldDays && <span className="warn small">{texts.old}</span>}
          </span>
        );
      },
    },
  ];
  if (open === null) return columns;
  return [
    ...columns,
    {
      key: 'actions',
      title: words.common.actions,
      quiet: true,
      cell: (key) =>
        key.master ? null : (
          <span className="row-actions">
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${texts.promote}: ${key.label}`}
              onClick={() => open({ what: 'promote', key })}
            >
              {texts.promote}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              aria-label={`${texts.remove}: ${key.label}`}
              onClick={() => open({ what: 'delete', key })}
            >
              {texts.remove}
            </Button>
          </span>
        ),
    },
  ];
}

function Keys({ integration }: { integration: PortalIntegration }) {
  const { words } = useSpeech();
  const texts = words.keys;
  const [open, setOpen] = useState<Open>(null);
  const { keys, keyLimit, canManageKeys } = integration;
  const close = () => setOpen(null);
  const isFull = keys.length >= keyLimit;
  const addButton = canManageKeys && (
    <Button
      size="xs"
      leftSection={<icons.plus size={14} />}
      disabled={isFull}
      onClick={() => setOpen({ what: 'add' })}
    >
      {texts.add}
    </Button>
  );
  return (
    <>
      {!canManageKeys && (
        <Note tone="idle" icon="lock">
          {texts.noRight}
        </Note>
      )}
      <Panel title={texts.access}>
        <Facts
          inRow
          facts={[
            [texts.apiUrl, <CopyId key="url" id={integration.apiUrl} name={texts.apiUrl} />],
            [texts.apiKey, <CopyId key="key" id={integration.apiKey} name={texts.apiKey} />],
            [words.integrations.id, <CopyId key="id" id={integration.id} name={words.integrations.id} />],
          ]}
        />
      </Panel>
      <Panel title={texts.secrets} intro={isFull ? texts.full : texts.masterOnly} actions={addButton} flush>
        <DataTable
          caption={texts.caption}
          columns={columnsOf(words, canManageKeys ? setOpen : null)}
          rows={keys}
          keyOf={({ id }) => id}
        />
      </Panel>
      <Rotation integration={integration} />
      {open?.what === 'add' && <AddKey integration={integration} onClose={close} />}
      {open?.what === 'promote' && (
        <PromoteKey integrationId={integration.id} subject={open.key} onClose={close} />
      )}
      {open?.what === 'delete' && (
        <DeleteKey integrationId={integration.id} subject={open.key} onClose={close} />
      )}
    </>
  );
}
