import { Textarea } from '@mantine/core';
import { words } from '../words.ts';

interface ReasonFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** The dialog cannot be submitted without a reason. */
  isRequired?: boolean;
  /** Has the focus when its dialog opens. */
  isFirst?: boolean;
}

/** Maximum number of characters that the audit log accepts. */
const longest = 500;

/** The reason for a change, for the audit log. */
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
