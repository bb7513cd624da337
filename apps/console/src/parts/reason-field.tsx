import { Textarea } from '@mantine/core';
import { words } from '../words.ts';

interface ReasonFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Nothing is done without one. */
  isRequired?: boolean;
  /** Has the focus when its dialog opens. */
  isFirst?: boolean;
}

/** Most characters that the audit log takes. */
const longest = 500;

/** Why something is changed, for the audit log. */
export const ReasonField = ({ value, onChange, isRequired = false, isFirst = false }: ReasonFieldProps) => (
  <Textarea
    {...(isFirst ? { 'data-autofocus': true } : {})}
    label={words.reason.label}
    description={isRequired ? words.reason.required : words.reason.optional}
    required={isRequired}
    rows={2}
    maxLength={longest}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);
