import { icons } from '@countersign/browser-ui';
import { Button, Group } from '@mantine/core';
import { useSpeech } from '../words/context.tsx';

interface PagerProps {
  /** Cursor of this page; undefined on the first one. */
  cursor: string | undefined;
  next: string | null;
  count: number;
  go: (cursor: string | undefined) => void;
}

/** Below a list: links to the next and the first page; the browser's Back button leads to the previous one. */
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
