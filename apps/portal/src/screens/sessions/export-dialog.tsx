import type { PortalExportFormat, PortalExportRequest, PortalExportStarted } from '@countersign/contract';
import { Checkbox, NativeSelect, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { FormDialog } from '../../parts/dialog.tsx';
import { change } from '../../service/api.ts';
import { useChange } from '../../service/use-change.ts';
import { useMe } from '../../service/use-me.ts';
import { useSpeech } from '../../words/context.tsx';

interface ExportDialogProps {
  /** Filters of the list, in the form of its API call. */
  filter: Partial<
    Record<'q' | 'name' | 'status' | 'hits' | 'proposals' | 'integration' | 'since' | 'until', string>
  >;
  onClose: () => void;
}

/** Selects how to export the sessions of the list. */
export function ExportDialog({ filter, onClose }: ExportDialogProps) {
  const { words } = useSpeech();
  const texts = words.exports;
  const { can } = useMe();
  const navigate = useNavigate();
  const [format, setFormat] = useState<PortalExportFormat>('csv');
  const [personal, setPersonal] = useState(false);
  const [reason, setReason] = useState('');
  const start = useChange<PortalExportRequest, PortalExportStarted>({
    act: (body) => change('POST', 'exports', body),
    touches: ['exports'],
    onDone: () => void navigate({ to: '/exports' }),
  });
  const text = reason.trim();
  const { q, name, status, hits, proposals, integration, since, until } = filter;
  const filters = Object.fromEntries(
    Object.entries({ q, name, status, hits, proposals, integration, since, until }).filter(
      ([, value]) => value,
    ),
  );
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <FormDialog
      title={texts.newTitle}
      onClose={onClose}
      change={start}
      input={
        personal && text === '' ? null : { ...filters, format, personal, reason: personal ? text : null }
      }
      submit={texts.start}
    >
      <Text size="sm" c="dimmed">
        {isFiltered ? texts.newFiltered : texts.newAll} {texts.newIntro}
      </Text>
      <NativeSelect
        label={texts.format}
        value={format}
        onChange={(event) => setFormat(event.currentTarget.value === 'jsonl' ? 'jsonl' : 'csv')}
        data={[
          { value: 'csv', label: texts.formats.csv },
          { value: 'jsonl', label: texts.formats.jsonl },
        ]}
      />
      {can('reveal') && (
        <Checkbox
          label={texts.withPersonal}
          description={texts.withPersonalHint}
          checked={personal}
          onChange={(event) => setPersonal(event.currentTarget.checked)}
        />
      )}
      {personal && (
        <TextInput
          label={texts.reason}
          description={texts.reasonHint}
          required
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}
