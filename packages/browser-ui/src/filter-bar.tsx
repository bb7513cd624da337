import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useParts } from './parts-words.tsx';

interface FilterBarProps {
  onApply: () => void;
  /** Absent while no filter is set. */
  onClear?: (() => void) | undefined;
  children: ReactNode;
}

/** Filters above a list. They take effect when they are applied, and are then part of the address. */
export function FilterBar({ onApply, onClear, children }: FilterBarProps) {
  const { words } = useParts();
  const [isOpen, setOpen] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onApply();
  };
  return (
    <form
      className="filter"
      data-open={isOpen}
      role="search"
      aria-label={words.common.filters}
      onSubmit={submit}
    >
      {/* Visible only on narrow screens; on wide ones the fields are always visible. */}
      <Button
        className="filter-open"
        variant="default"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {onClear === undefined ? words.common.filters : words.common.filtersSet}
      </Button>
      {children}
      <div className="filter-end">
        <Button type="submit" variant="light">
          {words.common.apply}
        </Button>
        {onClear && (
          <Button variant="subtle" color="gray" onClick={onClear}>
            {words.common.clear}
          </Button>
        )}
      </div>
    </form>
  );
}

interface FieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A filter with a few fixed values, or any of them. */
export function FilterChoice({
  label,
  value,
  onChange,
  choices,
  demanded = false,
}: FieldProps & { choices: readonly { value: string; label: string }[]; demanded?: boolean }) {
  const { words } = useParts();
  return (
    <NativeSelect
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={demanded ? choices : [{ value: '', label: words.common.any }, ...choices]}
    />
  );
}

/** A day in the reader's time zone. */
export const FilterDay = ({ label, value, onChange }: FieldProps) => (
  <TextInput
    type="date"
    label={label}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);
