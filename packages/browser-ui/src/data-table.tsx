import { isValidElement, type ReactNode } from 'react';

/** One column of a table. */
export interface Column<Row> {
  key: string;
  /** Text of the header. */
  title: string;
  cell: (row: Row) => ReactNode;
  /** The cell that names its row. */
  heads?: boolean;
  /** Right-aligned, for numbers. */
  numeric?: boolean;
  /** The header is visible to screen readers only. */
  quiet?: boolean;
  /** The cell holds the checkbox that selects its row. */
  chooses?: boolean;
}

interface DataTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Shows the caption; otherwise it is visible to screen readers only. */
  captioned?: boolean;
  /** Newer rows are being loaded. */
  stale?: boolean;
  /** Whether a row continues the one above it. */
  continues?: (row: Row) => boolean;
}

/**
 * A table that becomes a list of cards on a narrow screen. The roles are explicit, because browsers drop the implicit roles of
 * tables whose display is changed.
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

/** Whether a cell holds a dash instead of a value, bare or in an element: cards omit such lines. */
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
