import { useState } from 'react';

type Values<Key extends string> = Partial<Record<Key, string>>;

/** Holds the fields of a filter until it is applied. */
export function useFilter<Key extends string>(
  shown: Values<Key>,
): {
  field: (key: Key) => { value: string; onChange: (value: string) => void };
  /** The filter for the address, starting at the first page. */
  wanted: Record<string, string>;
  isSet: boolean;
} {
  const [values, setValues] = useState<Values<Key>>(shown);
  const { cursor: _, ...wanted } = Object.fromEntries(
    Object.entries<string | undefined>(values).flatMap(([key, value]) =>
      value ? [[key, value.trim()]] : [],
    ),
  ) as Record<string, string>;
  return {
    field: (key) => ({
      value: values[key] ?? '',
      onChange: (value) => setValues((before) => ({ ...before, [key]: value })),
    }),
    wanted,
    isSet: Object.keys(shown).some((key) => key !== 'cursor'),
  };
}
