import { Radio, Stack, TextInput } from '@mantine/core';
import { words } from '../../words.ts';

interface EffectiveFieldProps {
  /** As the field has it, in this browser's zone; `null`: at once. */
  value: string | null;
  onChange: (value: string | null) => void;
  /** Another person has to approve it first. */
  isProposed: boolean;
}

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A time as the field takes it: the next full hour. */
function nextHour(): string {
  const at = new Date(Date.now() + 3_600_000);
  at.setMinutes(0, 0, 0);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** When a change is in force: at once, or from a time. */
export const EffectiveField = ({ value, onChange, isProposed }: EffectiveFieldProps) => (
  <Stack gap="xs">
    <Radio.Group
      label={words.effective.label}
      value={value === null ? 'now' : 'later'}
      onChange={(chosen) => onChange(chosen === 'now' ? null : nextHour())}
    >
      <Stack gap={6} mt={6}>
        <Radio value="now" label={isProposed ? words.effective.onApproval : words.effective.now} />
        <Radio value="later" label={words.effective.later} />
      </Stack>
    </Radio.Group>
    {value !== null && (
      <TextInput
        type="datetime-local"
        className="effective-time"
        label={words.effective.time}
        description={words.effective.zone(zone)}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )}
  </Stack>
);

/** Whether a time can be sent. */
export const isTime = (value: string | null): boolean =>
  value === null || !Number.isNaN(new Date(value).getTime());
