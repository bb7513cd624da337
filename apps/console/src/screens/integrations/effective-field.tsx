import { Radio, Stack, TextInput } from '@mantine/core';
import { words } from '../../words.ts';

interface EffectiveFieldProps {
  /** In the format of the input field and this browser's time zone; `null`: immediately. */
  value: string | null;
  onChange: (value: string | null) => void;
  /** Another person has to approve the change first. */
  isProposed: boolean;
}

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The next full hour in the format of the input field. */
function nextHour(): string {
  const at = new Date(Date.now() + 3_600_000);
  at.setMinutes(0, 0, 0);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** When a change takes effect: immediately, or at a given time. */
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

/** Whether the value is a valid time. */
export const isTime = (value: string | null): boolean =>
  value === null || !Number.isNaN(new Date(value).getTime());
