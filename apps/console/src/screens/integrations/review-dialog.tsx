import { type Column, DataTable, Dialog, Loading, Note } from '@countersign/browser-ui';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ReasonField } from '../../parts/reason-field.tsx';
import { FailureAlert, LoadFailure } from '../../parts/states.tsx';
import { verbQuery } from '../../service/queries.ts';
import { Described } from '../../parts/described.tsx';
import type { SettingText } from '../../service/call.ts';
import { useVerb } from '../../service/use-verb.ts';
import { words } from '../../words.ts';
import {
  configureOptions,
  type Difference,
  differencesOf,
  type Drafts,
  settingsOf,
  type ShownIntegration,
  tryOptions,
} from './settings.ts';
import { TryRules } from './try-rules.tsx';

const columns: Column<Difference>[] = [
  {
    key: 'name',
    title: words.settings.setting,
    heads: true,
    cell: ({ name, effect }) => (
      <span className="stacked">
        <code>{name}</code>
        <span className="quiet small">
          <Described text={effect} />
        </span>
      </span>
    ),
  },
  {
    key: 'before',
    title: words.settings.before,
    cell: ({ before }) => <del className="wrap mono">{before || words.settings.absent}</del>,
  },
  {
    key: 'after',
    title: words.settings.after,
    cell: ({ after }) => <ins className="wrap mono">{after || words.settings.absent}</ins>,
  },
];

interface ReviewDialogProps {
  id: string;
  texts: readonly SettingText[];
  drafts: Drafts;
  onClose: () => void;
  onSaved: () => void;
}

/** What would change, beside what is in force at this moment, and a button that saves it. */
export function ReviewDialog({ id, texts, drafts, onClose, onSaved }: ReviewDialogProps) {
  // Read anew: somebody else may have changed it since the page was opened.
  const query = useQuery({
    ...verbQuery<ShownIntegration>('integration show', { words: [id] }),
    staleTime: 0,
    refetchOnMount: 'always',
  });
  const save = useVerb('integration configure', {
    touches: ['integration show', 'integration history', 'audit list'],
    onDone: onSaved,
  });
  return (
    <Dialog title={words.settings.review} onClose={onClose} size="xl">
      <Stack gap="md">
        {query.data === undefined || query.isFetching ? (
          query.error === null ? (
            <Loading lines={4} />
          ) : (
            <LoadFailure error={query.error} retry={() => void query.refetch()} />
          )
        ) : (
          <Changes
            integration={query.data.output}
            texts={texts}
            drafts={drafts}
            save={save}
            onClose={onClose}
          />
        )}
      </Stack>
    </Dialog>
  );
}

interface ChangesProps extends Pick<ReviewDialogProps, 'texts' | 'drafts' | 'onClose'> {
  integration: ShownIntegration;
  save: ReturnType<typeof useVerb>;
}

function Changes({ integration, texts, drafts, save, onClose }: ChangesProps) {
  const settings = settingsOf(integration, texts);
  const differences = differencesOf(settings, drafts);
  const rules = tryOptions(settings, drafts);
  const [reason, setReason] = useState('');
  const isLive = integration.mode === 'live';
  return (
    <>
      <Note tone={isLive ? 'warn' : 'busy'} icon={isLive ? 'warning' : 'eye'}>
        {words.settings.consequence(integration.name, integration.mode)}
      </Note>
      {differences.length === 0 ? (
        <Text c="dimmed">{words.settings.nothing}</Text>
      ) : (
        <div className="difference before-after">
          <DataTable
            caption={words.settings.differences(differences.length)}
            columns={columns}
            rows={differences}
            keyOf={({ name }) => name}
          />
        </div>
      )}
      {rules !== null && <TryRules id={integration.integrationId} options={rules} />}
      <ReasonField value={reason} onChange={setReason} isRequired={isLive} />
      <FailureAlert failure={save.failure} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {words.settings.back}
        </Button>
        <Button
          loading={save.busy}
          disabled={differences.length === 0 || (isLive && reason.trim() === '')}
          onClick={() =>
            save.run({
              words: [integration.integrationId],
              options: { ...configureOptions(drafts), reason: reason.trim() },
            })
          }
        >
          {words.settings.save(differences.length)}
        </Button>
      </Group>
    </>
  );
}
