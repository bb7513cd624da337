import { TextInput } from '@mantine/core';

interface CodeFieldProps {
  label: string;
  description?: string;
  value: string;
  onChange: (code: string) => void;
  error?: string | null;
}

/** Six digits of an authenticator app; spaces between them are dropped. */
export const CodeField = ({ label, description, value, onChange, error }: CodeFieldProps) => (
  <TextInput
    label={label}
    description={description}
    error={error}
    required
    inputMode="numeric"
    autoComplete="one-time-code"
    pattern="\d{6}"
    maxLength={7}
    classNames={{ input: 'code-input' }}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value.replace(/\D/g, '').slice(0, 6))}
  />
);
