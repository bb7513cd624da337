import type { PortalStatus, PortalStatuses } from '@countersign/contract';
import { NativeSelect, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Loaded } from '../../parts/states.tsx';
import { useSpeech } from '../../words/context.tsx';

interface StatusChoiceProps {
  query: UseQueryResult<PortalStatuses>;
  choices: readonly PortalStatus[];
  /** Shown in place of the menu if there are no choices. */
  none: string;
  /** Id of the selected status; empty before a selection. */
  value: string;
  onChange: (id: string) => void;
}

/** A menu of the organisation's own statuses. */
export function StatusChoice({ query, choices, none, value, onChange }: StatusChoiceProps) {
  const { words } = useSpeech();
  return (
    <Loaded query={query} lines={2}>
      {() =>
        choices.length === 0 ? (
          <Text size="sm">{none}</Text>
        ) : (
          <NativeSelect
            label={words.statuses.status}
            required
            data-autofocus
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            data={[
              { value: '', label: words.common.choose },
              ...choices.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )
      }
    </Loaded>
  );
}
