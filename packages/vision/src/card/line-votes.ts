import type { EdgePoints } from './edge-points.ts';

const angles = 180;
/** Pixels between adjacent offsets. */
const step = 1.5;
/** A point votes for directions within this many degrees of its own. */
const spread = 3;

/** Accumulates the votes of edge points for lines, by whole degrees of their normals and by offset. */
export class LineVotes {
  readonly #points: EdgePoints;
  readonly #reach: number;
  readonly #offsets: number;
  readonly #table: Float32Array;
  /** Highest number of votes for each angle; −1 if it has to be recomputed. */
  readonly #best = new Float32Array(angles).fill(-1);
  readonly #bestAt = new Uint32Array(angles);

  /** @param reach maximum distance of a line from the corner (0, 0), in pixels */
  constructor(points: EdgePoints, reach: number) {
    this.#points = points;
    this.#reach = reach;
    this.#offsets = Math.ceil((2 * reach) / step) + 2;
    this.#table = new Float32Array(angles * this.#offsets);
    for (let at = 0; at < points.count; at += 1) this.#vote(at, 1);
  }

  /** The line with the most votes: degrees of its normal, offset in pixels, and number of votes in points. */
  highest(): { angle: number; offset: number; votes: number } {
    let winner = 0;
    const best = this.#best;
    for (let angle = 0; angle < angles; angle += 1) {
      if (best[angle]! < 0) this.#lookUp(angle);
      if (best[angle]! > best[winner]!) winner = angle;
    }
    const offset = this.#bestAt[winner]! * step - this.#reach;
    return { angle: winner, offset, votes: this.#best[winner]! };
  }

  /** Withdraws the votes of a point. */
  withdraw(at: number): void {
    this.#vote(at, -1);
  }

  /** Clears the votes for a line and its close neighbours, so that it does not win again. */
  clear({ angle, offset }: { angle: number; offset: number }): void {
    const bin = Math.round((offset + this.#reach) / step);
    for (let turn = angle - 1; turn <= angle + 1; turn += 1) {
      const row = (turn + angles) % angles;
      // Beyond half a turn the normal points in the opposite direction, and the offset changes its sign.
      const seam = turn === row ? bin : Math.round((2 * this.#reach) / step) - bin;
      for (let near = seam - 1; near <= seam + 1; near += 1) {
        if (near >= 0 && near < this.#offsets) this.#table[row * this.#offsets + near] = 0;
      }
      this.#best[row] = -1;
    }
  }

  #vote(at: number, sign: 1 | -1): void {
    const { x, y, angle, weight } = this.#points;
    const own = Math.round((angle[at]! * 180) / Math.PI);
    const table = this.#table;
    const offsets = this.#offsets;
    const reach = this.#reach;
    const best = this.#best;
    const [pointX, pointY, votes] = [x[at]!, y[at]!, sign * weight[at]!];
    for (let turn = own - spread; turn <= own + spread; turn += 1) {
      const row = turn < 0 ? turn + angles : turn >= angles ? turn - angles : turn;
      const place = (pointX * cosines[row]! + pointY * sines[row]! + reach) / step;
      const bin = Math.floor(place);
      const start = row * offsets + bin;
      const share = place - bin;
      // Distributed over two offsets, so that the peak does not depend on the position of the bins.
      table[start]! += votes * (1 - share);
      table[start + 1]! += votes * share;
      best[row] = -1;
    }
  }

  #lookUp(angle: number): void {
    const start = angle * this.#offsets;
    const table = this.#table;
    const offsets = this.#offsets;
    let best = 0;
    let bestAt = 0;
    for (let bin = 0; bin < offsets; bin += 1) {
      const votes = table[start + bin]!;
      if (votes > best) {
        best = votes;
        bestAt = bin;
      }
    }
    this.#best[angle] = best;
    this.#bestAt[angle] = bestAt;
  }
}

const cosines = Float64Array.from({ length: angles }, (_, degree) => Math.cos((degree * Math.PI) / 180));
const sines = Float64Array.from({ length: angles }, (_, degree) => Math.sin((degree * Math.PI) / 180));
