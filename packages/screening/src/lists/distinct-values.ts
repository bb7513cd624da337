/** Defines when two values are the same. */
export interface Sameness<Value> {
  same: (a: Value, b: Value) => boolean;
  /** A text that two values share exactly if they are the same. */
  keyOf: (value: Value) => string;
}

/** From this many values on, lookup is by key: comparing each value with all others takes quadratic time. */
const few = 12;

/**
 * Distinct values in order of arrival. A record has few values of most kinds; these are compared one by one, because making keys and
 * filling a map takes several times as long.
 */
export class DistinctValues<Value> {
  readonly values: Value[] = [];
  readonly #sameness: Sameness<Value>;
  #places: Map<string, number> | null = null;

  constructor(sameness: Sameness<Value>) {
    this.#sameness = sameness;
  }

  get size(): number {
    return this.values.length;
  }

  /** Adds the value, replacing an equal one if there is one. */
  set(value: Value): void {
    const place = this.placeOf(value);
    if (place >= 0) this.values[place] = value;
    else {
      this.values.push(value);
      this.#places?.set(this.#sameness.keyOf(value), this.values.length - 1);
    }
  }

  /** Index of the equal value; -1 if there is none. */
  placeOf(value: Value): number {
    const { values } = this;
    if (values.length < few) {
      for (let at = 0; at < values.length; at += 1)
        if (this.#sameness.same(values[at] as Value, value)) return at;
      return -1;
    }
    this.#places ??= new Map(values.map((known, at) => [this.#sameness.keyOf(known), at]));
    return this.#places.get(this.#sameness.keyOf(value)) ?? -1;
  }
}
