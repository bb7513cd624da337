import { type Column, DataTable, Dialog, Loading, Note } from '@countersign/browser-ui';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ReasonField } from '../../parts/reason-field.tsx';
import type { ValueChange } from '../../parts/value-changes.tsx';
import { FailureAlert, LoadFailure } from '../../parts/states.tsx';
import { verbQuery } from '../../service/queries.ts';
import { useVerb } from '../../service/use-verb.ts';
import { words } from '../../words.ts';
import { type PrintedRollback, type PrintedSettingChange, settingValues } from './history.ts';
import { proposalTouches } from './proposals.ts';
import { type ShownIntegration, takesTwo } from './settings.ts';

const columns: Column<ValueChange>[] = [
  {
    key: 'name',
    title: words.settings.setting,
    heads: true,
    cell: ({ name }) => <code className="wrap">{name}</code>,
  },
  {
    key: 'before',
    title: words.settings.inForce,
    cell: ({ before }) => <del className="wrap mono">{before || words.settings.absent}</del>,
  },
  {
    key: 'after',
    title: words.settings.after,
    cell: ({ after }) => <ins className="wrap mono">{after || words.settings.absent}</ins>,
  },
];

interface RollbackDialogProps {
  integration: ShownIntegration;
  change: PrintedSettingChange;
  onClose: () => void;
  /** @param isProposed the change awaits another person */
  onDone: (isProposed: boolean) => void;
}

/** Compares what a rollback would set with the settings in force at this moment; a button carries it out. */
export function RollbackDialog({ integration, change, onClose, onDone }: RollbackDialogProps) {
  const call = [integration.integrationId, String(change.change)];
  const query = useQuery({
    ...verbQuery<PrintedRollback>('integration rollback', { words: call, options: { 'dry-run': true } }),
    staleTime: 0,
    gcTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  });
  return (
    <Dialog title={words.history.dialog(change.change)} onClose={onClose} size="xl">
      <Stack gap="md">
        {query.error !== null && <LoadFailure error={query.error} retry={() => void query.refetch()} />}
        {query.error === null && !query.isFetchedAfterMount && <Loading lines={4} />}
        {query.error === null && query.isFetchedAfterMount && query.data !== undefined && (
          <Preview
            integration={integration}
            call={call}
            preview={query.data.output}
            onClose={onClose}
            onDone={onDone}
          />
        )}
      </Stack>
    </Dialog>
  );
}

interface PreviewProps extends Pick<RollbackDialogProps, 'integration' | 'onClose' | 'onDone'> {
  call: string[];
  preview: PrintedRollback;
}

function Preview({ integration, call, preview, onClose, onDone }: PreviewProps) {
  const [reason, setReason] = useState('');
  const isProposed = takesTwo(integration);
  const propose = isProposed || undefined;
  const after = { touches: proposalTouches, onDone: () => onDone(isProposed) };
  const rollback = useVerb('integration rollback', after);
  const values = settingValues(preview.changed);
  const isLive = integration.mode === 'live';
  const isBlocked = values.length === 0 || ((isLive || isProposed) && reason.trim() === '');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBlocked && !rollback.busy) rollback.run({ words: call, options: { reason, propose } });
      }}
    >
      <Stack gap="md">
        <Note tone={isLive ? 'warn' : 'busy'} icon={isLive ? 'warning' : 'eye'}>
          {isProposed
            ? words.proposals.needed(values.length)
            : words.settings.consequence(integration.name, integration.mode)}
        </Note>
        {values.length === 0 ? (
          <Text c="dimmed">{words.history.same}</Text>
        ) : (
          <div className="difference values">
            <DataTable
              caption={words.settings.differences(values.length)}
              columns={columns}
              rows={values}
              keyOf={({ name }) => name}
            />
          </div>
        )}
        {preview.kept.length > 0 && <Text size="sm">{words.history.kept(preview.kept.join(', '))}</Text>}
        <ReasonField value={reason} onChange={setReason} isRequired={isLive || isProposed} />
        <FailureAlert failure={rollback.failure} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {words.common.cancel}
          </Button>
          <Button type="submit" loading={rollback.busy} disabled={isBlocked}>
            {isProposed ? words.history.propose : words.history.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
