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
import { EffectiveField, isTime } from './effective-field.tsx';
import { proposalTouches } from './proposals.ts';
import {
  configureOptions,
  hasJudged,
  type Difference,
  differencesOf,
  type Drafts,
  settingsOf,
  type ShownIntegration,
  takesTwo,
  tryOptions,
} from './settings.ts';
import { TryRules } from './try-rules.tsx';
import { TrySettings } from './try-settings.tsx';

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
  /** Called with a message for the page. */
  onSaved: (text: string) => void;
}

/** Compares the pending changes with the settings in force at this moment; a button saves them. */
export function ReviewDialog({ id, texts, drafts, onClose, onSaved }: ReviewDialogProps) {
  // Fetched again: someone else may have changed the settings since the page was opened.
  const query = useQuery({
    ...verbQuery<ShownIntegration>('integration show', { words: [id] }),
    staleTime: 0,
    refetchOnMount: 'always',
  });
  return (
    <Dialog title={words.settings.review} onClose={onClose} size="xl">
      <Stack gap="md">
        {query.error !== null && <LoadFailure error={query.error} retry={() => void query.refetch()} />}
        {query.error === null && !query.isFetchedAfterMount && <Loading lines={4} />}
        {query.error === null && query.isFetchedAfterMount && query.data !== undefined && (
          <Changes
            integration={query.data.output}
            texts={texts}
            drafts={drafts}
            onSaved={onSaved}
            onClose={onClose}
          />
        )}
      </Stack>
    </Dialog>
  );
}

interface ChangesProps extends Omit<ReviewDialogProps, 'id'> {
  integration: ShownIntegration;
}

/** Saves a change immediately, or as one that waits for its time or for another person. */
function useSave(integration: ShownIntegration, onSaved: (text: string) => void) {
  const [reason, setReason] = useState('');
  const [from, setFrom] = useState<string | null>(null);
  const isProposed = takesTwo(integration);
  const waits = isProposed || from !== null;
  const verb = useVerb(waits ? 'integration propose' : 'integration configure', {
    touches: proposalTouches,
    onDone: () => {
      if (!waits) return onSaved(words.settings.saved);
      onSaved(isProposed ? words.proposals.proposed : words.proposals.isPlanned);
    },
  });
  const needsReason = waits || integration.mode === 'live';
  const options = {
    reason: reason.trim(),
    ...(from === null || !isTime(from) ? {} : { from: new Date(from).toISOString() }),
  };
  return {
    verb,
    reason,
    setReason,
    from,
    setFrom,
    isProposed,
    waits,
    needsReason,
    options,
    isBlocked: (needsReason && reason.trim() === '') || !isTime(from),
  };
}

/** Explains what saving will do. */
function Consequence({
  integration,
  count,
  save,
}: {
  integration: ShownIntegration;
  count: number;
  save: Save;
}) {
  const isLive = integration.mode === 'live';
  const isUrgent = isLive && !save.waits;
  const text = save.isProposed
    ? words.proposals.needed(count)
    : save.waits
      ? words.proposals.planned
      : words.settings.consequence(integration.name, integration.mode);
  return (
    <Note tone={isUrgent ? 'warn' : 'busy'} icon={isUrgent ? 'warning' : 'eye'}>
      {text}
    </Note>
  );
}

type Save = ReturnType<typeof useSave>;

function saveText(count: number, { isProposed, waits }: Save): string {
  if (isProposed) return words.proposals.propose(count);
  return waits ? words.proposals.plan(count) : words.settings.save(count);
}

function Changes({ integration, texts, drafts, onSaved, onClose }: ChangesProps) {
  const settings = settingsOf(integration, texts);
  const differences = differencesOf(settings, drafts);
  const rules = tryOptions(settings, drafts);
  const save = useSave(integration, onSaved);
  const { verb, reason, setReason, from, setFrom } = save;
  return (
    <>
      <Consequence integration={integration} count={differences.length} save={save} />
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
      {hasJudged(
        differences.map(({ name }) => name),
        texts,
      ) && <TrySettings id={integration.integrationId} options={configureOptions(drafts)} />}
      <EffectiveField value={from} onChange={setFrom} isProposed={save.isProposed} />
      <ReasonField value={reason} onChange={setReason} isRequired={save.needsReason} />
      <FailureAlert failure={verb.failure} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {words.settings.back}
        </Button>
        <Button
          loading={verb.busy}
          disabled={differences.length === 0 || save.isBlocked}
          onClick={() =>
            verb.run({
              words: [integration.integrationId],
              options: { ...configureOptions(drafts), ...save.options },
            })
          }
        >
          {saveText(differences.length, save)}
        </Button>
      </Group>
    </>
  );
}
