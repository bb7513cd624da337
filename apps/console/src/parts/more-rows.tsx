import { Button } from '@mantine/core';
import { words } from '../words.ts';

/** Most rows that a verb prints. */
export const mostRows = 10_000;

interface MoreRowsProps {
  /** Rows that are there, and the most that there may be. */
  shown: number;
  limit: number;
  busy: boolean;
  onMore: () => void;
}

/** Below a table: a button for more rows, where there may be more. */
export const MoreRows = ({ shown, limit, busy, onMore }: MoreRowsProps) =>
  shown >= limit &&
  limit < mostRows && (
    <p className="panel-more">
      <Button variant="default" loading={busy} onClick={onMore}>
        {words.common.more}
      </Button>
    </p>
  );
