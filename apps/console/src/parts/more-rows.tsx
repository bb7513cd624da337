import { Button } from '@mantine/core';
import { words } from '../words.ts';

/** Maximum number of rows that a verb prints. */
export const mostRows = 10_000;

interface MoreRowsProps {
  /** Rows shown, and the current limit. */
  shown: number;
  limit: number;
  busy: boolean;
  onMore: () => void;
}

/** Below a table: a button that loads more rows, if there may be more. */
export const MoreRows = ({ shown, limit, busy, onMore }: MoreRowsProps) =>
  shown >= limit &&
  limit < mostRows && (
    <p className="panel-more">
      <Button variant="default" loading={busy} onClick={onMore}>
        {words.common.more}
      </Button>
    </p>
  );
