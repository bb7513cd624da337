/**
 * One-to-one pairs with the greatest total weight. The cost is cubic in the longer side, which keeps sixteen names against
 * sixteen far below a millisecond.
 */

/** Totals closer than this are equal: sums of fractions differ by rounding only. */
const tolerance = 1e-9;
const isZero = (value: number): boolean => Math.abs(value) < tolerance;

type Matrix = readonly (readonly number[])[];

/** Pads the matrix with zeros to a square. */
function squared(weights: Matrix): number[][] {
  const size = Math.max(weights.length, ...weights.map((row) => row.length));
  const indices = [...new Array(size).keys()];
  return indices.map((row) => indices.map((column) => weights[row]?.[column] ?? 0));
}

interface Optimum {
  /** Column assigned to each row. */
  columnOf: number[];
  /** Pairs that occur in at least one optimal assignment; no other pair occurs in any. */
  tight: boolean[][];
}

/** One iteration of the method for a row: finds the cheapest path to a free column and adjusts every price along it. */
function findFreeColumn(row: number, prices: Prices): { previous: Int32Array; end: number } {
  const { weights, rowPrice, columnPrice, rowOf } = prices;
  const size = weights.length;
  const slack = new Float64Array(size + 1).fill(Infinity);
  const previous = new Int32Array(size + 1);
  const visited = new Uint8Array(size + 1);
  let end = 0;
  rowOf[0] = row;
  do {
    visited[end] = 1;
    const from = rowOf[end] ?? 0;
    let step = Infinity;
    let next = 0;
    for (let column = 1; column <= size; column++) {
      if (visited[column]) continue;
      const weight = weights[from - 1]?.[column - 1] ?? 0;
      const price = -weight - (rowPrice[from] ?? 0) - (columnPrice[column] ?? 0);
      if (price < (slack[column] ?? 0)) {
        slack[column] = price;
        previous[column] = end;
      }
      if ((slack[column] ?? 0) < step) {
        step = slack[column] ?? 0;
        next = column;
      }
    }
    for (let column = 0; column <= size; column++) {
      if (visited[column]) {
        const owner = rowOf[column] ?? 0;
        rowPrice[owner] = (rowPrice[owner] ?? 0) + step;
        columnPrice[column] = (columnPrice[column] ?? 0) - step;
      } else slack[column] = (slack[column] ?? 0) - step;
    }
    end = next;
  } while (rowOf[end] !== 0);
  return { previous, end };
}

/** Rows and columns are counted from 1; 0 means none. */
interface Prices {
  weights: Matrix;
  rowPrice: Float64Array;
  columnPrice: Float64Array;
  rowOf: Int32Array;
}

/** The Hungarian method with prices (Kuhn, Munkres). */
function findOptimum(weights: Matrix): Optimum {
  const size = weights.length;
  const prices: Prices = {
    weights,
    rowPrice: new Float64Array(size + 1),
    columnPrice: new Float64Array(size + 1),
    rowOf: new Int32Array(size + 1),
  };
  for (let row = 1; row <= size; row++) {
    const { previous, end } = findFreeColumn(row, prices);
    for (let column = end; column !== 0; column = previous[column] ?? 0)
      prices.rowOf[column] = prices.rowOf[previous[column] ?? 0] ?? 0;
  }
  const columnOf: number[] = [];
  for (let column = 1; column <= size; column++) columnOf[(prices.rowOf[column] ?? 0) - 1] = column - 1;
  const tight = weights.map((row, rowIndex) =>
    row.map((weight, column) =>
      isZero(-weight - (prices.rowPrice[rowIndex + 1] ?? 0) - (prices.columnPrice[column + 1] ?? 0)),
    ),
  );
  return { columnOf, tight };
}

/** Assigns `row` the column without reducing the total, by moving other rows; false when that is impossible. */
function giveColumn({ columnOf, tight }: Optimum, row: number, column: number): boolean {
  const freed = columnOf[row] ?? 0;
  if (freed === column) return true;
  const seen = new Set([column]);
  const move = (from: number): boolean => {
    for (const [to, allowed] of (tight[from] ?? []).entries()) {
      if (!allowed || seen.has(to)) continue;
      seen.add(to);
      if (to !== freed && !move(columnOf.indexOf(to))) continue;
      columnOf[from] = to;
      return true;
    }
    return false;
  };
  if (!move(columnOf.indexOf(column))) return false;
  columnOf[row] = column;
  return true;
}

/**
 * Assigns each row the column of its greatest weight, the lowest among equals: no total is greater, and no row could have a
 * lower column. `null` where two rows need the same column.
 */
function eachItsGreatest(weights: Matrix): (number | null)[] | null {
  const taken = new Set<number>();
  const columns: (number | null)[] = [];
  for (const row of weights) {
    const greatest = Math.max(0, ...row);
    const column = greatest > 0 ? row.findIndex((weight) => greatest - weight < tolerance) : -1;
    if (taken.has(column)) return null;
    if (column >= 0) taken.add(column);
    columns.push(column >= 0 ? column : null);
  }
  return columns;
}

/**
 * Pairs rows with columns, each at most once, to maximise the sum of the weights. Pairs of weight 0 are not
 * made. Among equal sums the first row gets the lowest column it can have, then the second row, and so on.
 * @param weights 0 or more, rows of equal length
 * @returns the column of each row, `null` for an unpaired row
 */
export function assign(weights: Matrix): (number | null)[] {
  return eachItsGreatest(weights) ?? findPairs(weights);
}

/** The general case of {@link assign}. */
function findPairs(weights: Matrix): (number | null)[] {
  const square = squared(weights);
  const optimum = findOptimum(square);
  return weights.map((cells, row) => {
    const tight = optimum.tight[row] ?? [];
    const column = cells.findIndex(
      (weight, index) => weight > 0 && tight[index] === true && giveColumn(optimum, row, index),
    );
    // This row is now fixed: later rows must not gain by changing it. An unpaired row may still
    // replace another one of zero weight.
    optimum.tight[row] = tight.map(
      (allowed, index) => allowed && (column >= 0 ? index === column : isZero(square[row]?.[index] ?? 0)),
    );
    return column >= 0 ? column : null;
  });
}
