/** Collects the durations of single screenings and computes percentiles. */
export class Latencies {
  #microseconds = new Float32Array(1024);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** @param time in microseconds */
  add(time: number): void {
    if (this.#count === this.#microseconds.length) {
      const longer = new Float32Array(this.#count * 2);
      longer.set(this.#microseconds);
      this.#microseconds = longer;
    }
    this.#microseconds[this.#count] = time;
    this.#count += 1;
  }

  /** Percentiles in microseconds with one decimal; zeros if nothing was measured. */
  summary(): { p50: number; p90: number; p99: number; p999: number; max: number } {
    const sorted = this.#microseconds.slice(0, this.#count).sort();
    const at = (share: number): number => {
      const rank = Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1));
      return Math.round((sorted[rank] ?? 0) * 10) / 10;
    };
    return { p50: at(0.5), p90: at(0.9), p99: at(0.99), p999: at(0.999), max: at(1) };
  }
}
