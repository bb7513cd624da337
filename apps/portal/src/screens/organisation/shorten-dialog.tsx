import { Note } from '@countersign/browser-ui';
import { type PortalOrganisation, type PortalRetentionChange, retentionBounds } from '@countersign/contract';
import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../parts/dialog.tsx';
import { IntegrationName } from '../../parts/marks.tsx';
import { change } from '../../service/api.ts';
import { useChange } from '../../service/use-change.ts';
import { useSpeech } from '../../words/context.tsx';

type Row = PortalOrganisation['retention'][number];
type Member = keyof PortalRetentionChange;
type Typed = Record<Member, number | ''>;

const members = ['sessionDays', 'pictureDays', 'descriptorDays', 'webhookDays'] as const satisfies Member[];

const typedOf = ({ sessionDays, pictureDays, descriptorDays, webhookDays }: Row): Typed => ({
  sessionDays: sessionDays ?? '',
  pictureDays: pictureDays ?? '',
  descriptorDays,
  webhookDays: webhookDays ?? '',
});

/** The request; `null` while nothing has changed or a field that had a number is empty. */
function wantedOf(typed: Typed, row: Row): PortalRetentionChange | null {
  const { sessionDays, pictureDays, descriptorDays, webhookDays } = typed;
  const wasCleared = members.some((member) => typed[member] === '' && row[member] !== null);
  const isChanged = members.some((member) => (typed[member] === '' ? null : typed[member]) !== row[member]);
  if (wasCleared || !isChanged || descriptorDays === '') return null;
  const daysOf = (value: number | '') => (value === '' ? null : value);
  return {
    sessionDays: daysOf(sessionDays),
    pictureDays: daysOf(pictureDays),
    descriptorDays,
    webhookDays: daysOf(webhookDays),
  };
}

/** Shortens the retention periods of an integration. */
export function ShortenDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const { words } = useSpeech();
  const texts = words.organisation;
  const [typed, type] = useState(() => typedOf(row));
  const shorten = useChange<PortalRetentionChange, null>({
    act: (body) => change('PUT', `integrations/${row.integrationId}/retention`, body),
    touches: ['organisation', 'audit'],
    onDone: onClose,
  });
  const labels: Record<Member, string> = {
    sessionDays: texts.sessions,
    pictureDays: texts.pictures,
    descriptorDays: texts.descriptors,
    webhookDays: texts.bodies,
  };
  return (
    <FormDialog
      title={texts.shortenTitle}
      onClose={onClose}
      change={shorten}
      input={wantedOf(typed, row)}
      submit={texts.shorten}
      danger
    >
      <IntegrationName id={row.integrationId} />
      <Note tone="warn" icon="lock">
        {texts.shortenWarning}
      </Note>
      {members.map((member) => {
        const now = row[member];
        return (
          <NumberInput
            key={member}
            label={labels[member]}
            description={now === null ? nullHint(member, texts) : texts.atMost(now)}
            min={1}
            max={now ?? retentionBounds.usual}
            clampBehavior="strict"
            allowDecimal={false}
            hideControls
            required={now !== null}
            error={shorten.failure?.member === member}
            value={typed[member]}
            onChange={(value) =>
              type((before) => ({ ...before, [member]: typeof value === 'number' ? value : '' }))
            }
          />
        );
      })}
    </FormDialog>
  );
}

const nullHint = (member: Member, texts: { emptyForEver: string; emptyAsSession: string }): string =>
  member === 'sessionDays' ? texts.emptyForEver : texts.emptyAsSession;
