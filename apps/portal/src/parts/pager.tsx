import { icons } from '@countersign/browser-ui';
import { Button, Group } from '@mantine/core';
import { useSpeech } from '../words/context.tsx';

interface PagerProps {
  /** Cursor of this page; nothing on the first one. */
  cursor: string | undefined;
  next: string | null;
  count: number;
  go: (cursor: string | undefined) => void;
}

/** Under a list: to the next page, and back to the first; the browser's own button leads to the one before. */
export function Pager({ cursor, next, count, go }: PagerProps) {
  const { words } = useSpeech();
  return (
    <Group className="pager" justify="space-between">
      <span className="quiet" role="status">
        {words.common.rows(count)}
      </span>
      <Group gap="xs">
        {cursor !== undefined && (
          <Button variant="default" size="xs" onClick={() => go(undefined)}>
            {words.common.firstPage}
          </Button>
        )}
        <Button
          variant="default"
          size="xs"
          disabled={next === null}
          rightSection={<icons.next size={14} />}
          onClick={() => next !== null && go(next)}
        >
          {words.common.nextPage}
        </Button>
      </Group>
    </Group>
  );
}
