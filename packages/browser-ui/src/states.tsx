import { Skeleton, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { icons } from './icons.tsx';
import { Note } from './note.tsx';
import { useParts } from './parts-words.tsx';

interface EmptyProps {
  icon?: keyof typeof icons;
  title: string;
  text: string;
  action?: ReactNode;
  /** Nothing else is on the page. */
  alone?: boolean;
}

/** Shown in place of a list or page that is empty. */
export function Empty({ icon = 'empty', title, text, action, alone = false }: EmptyProps) {
  const Icon = icons[icon];
  return (
    <div className="empty">
      <span className="empty-icon">
        <Icon size={26} />
      </span>
      <Title order={alone ? 1 : 2} size="h4">
        {title}
      </Title>
      <Text c="dimmed" maw={440}>
        {text}
      </Text>
      {action}
    </div>
  );
}

/** Reports a finished action where it was started. */
export function DoneNote({ children }: { children: ReactNode }) {
  return (
    <div aria-live="polite" className="spoken">
      {children && (
        <Note tone="good" icon="check">
          {children}
        </Note>
      )}
    </div>
  );
}

/** Placeholder lines for text that is loading. */
export function Loading({ lines = 6 }: { lines?: number }) {
  const { words } = useParts();
  return (
    <Stack gap="sm" p="md" role="status" aria-label={words.common.loading}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={18} width={`${92 - ((line * 17) % 40)}%`} />
      ))}
    </Stack>
  );
}
