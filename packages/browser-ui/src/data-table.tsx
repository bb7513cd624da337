import { isValidElement, type ReactNode } from 'react';

/** One column of a table. */
export interface Column<Row> {
  key: string;
  /** Text of the header. */
  title: string;
  cell: (row: Row) => ReactNode;
  /** The cell is the header of its row. */
  heads?: boolean;
  /** Aligns numbers at the end of the column. */
  numeric?: boolean;
  /** Hides the header visually; screen readers still announce it. */
  quiet?: boolean;
  /** The cell holds the checkbox that selects its row. */
  chooses?: boolean;
}

interface DataTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Shows the caption; otherwise only screen readers announce it. */
  captioned?: boolean;
  /** Set while newer rows are loading. */
  stale?: boolean;
  /** Whether a row continues the one above it. */
  continues?: (row: Row) => boolean;
}

/**
 * A table that becomes a list of cards on a narrow screen. The roles are written out because browsers drop the implicit ones once
 * the display property of a table changes.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
  captioned,
  stale = false,
  continues,
}: DataTableProps<Row>) {
  return (
    <table className="table" role="table" aria-busy={stale}>
      <caption className={captioned ? undefined : 'heard'}>{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ key, title, numeric, quiet, chooses }) => (
            <th key={key} scope="col" role="columnheader" data-numeric={numeric} data-chooses={chooses}>
              <span className={(quiet ?? chooses) ? 'heard' : undefined}>{title}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={keyOf(row)} role="row" data-continues={continues?.(row) || undefined}>
            {columns.map((column) => (
              <Cell key={column.key} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Whether a cell shows a dash instead of a value, bare or in an element: cards leave such a line out. */
const isDash = (shown: ReactNode): boolean =>
  shown === '–' || (isValidElement<{ children?: ReactNode }>(shown) && shown.props.children === '–');

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { cell, heads, numeric, quiet, chooses, title } = column;
  const shown = cell(row);
  const content = (
    <>
      {!quiet && !heads && !chooses && (
        <span className="cell-title" aria-hidden="true">
          {title}
        </span>
      )}
      <span className="cell-value">{shown}</span>
    </>
  );
  return heads ? (
    <th scope="row" role="rowheader" className="cell-head">
      {content}
    </th>
  ) : (
    <td
      role="cell"
      data-numeric={numeric}
      data-actions={quiet}
      data-chooses={chooses}
      data-absent={isDash(shown) || undefined}
    >
      {content}
    </td>
  );
}
