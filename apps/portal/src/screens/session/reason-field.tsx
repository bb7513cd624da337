import type { PortalStatus } from '@countersign/contract';
import { NativeSelect, Textarea } from '@mantine/core';
import { useSpeech } from '../../words/context.tsx';

interface ReasonFieldProps {
  status: PortalStatus;
  value: string;
  onChange: (value: string) => void;
}

/** The reason for a status in the format that the status requires; renders nothing if it takes no reason. */
export function ReasonField({ status, value, onChange }: ReasonFieldProps) {
  const { words } = useSpeech();
  const texts = words.statuses;
  if (status.reasonForm === 'none') return null;
  if (status.reasonForm === 'list')
    return (
      <NativeSelect
        label={texts.reason}
        required
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        data={[{ value: '', label: words.common.choose }, ...status.reasons]}
      />
    );
  return (
    <Textarea
      label={texts.reason}
      description={texts.reasonHint}
      required
      rows={3}
      maxLength={500}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
