import { sharedArray, type Element, type ElementArray } from '../../snapshot/sections.ts';

/** A typed array of unknown final length: grows by half, and is frozen into a shared buffer of the exact size. */
export class GrowingArray<E extends Element> {
  readonly #element: E;
  data: ElementArray[E];
  length = 0;

  constructor(element: E, capacity = 1024) {
    this.#element = element;
    this.data = sharedArray(element, capacity);
  }

  push(value: number): void {
    if (this.length === this.data.length) this.reserve(1);
    this.data[this.length] = value;
    this.length += 1;
  }

  /** Allocates space for `more` elements beyond `length`. */
  reserve(more: number): void {
    const needed = this.length + more;
    if (needed <= this.data.length) return;
    const grown = sharedArray(this.#element, Math.max(needed, Math.ceil(this.data.length * 1.5)));
    grown.set(this.data.subarray(0, this.length));
    this.data = grown;
  }

  /** The elements added so far. */
  values(): ElementArray[E] {
    return this.data.subarray(0, this.length) as ElementArray[E];
  }

  /** Removes all elements and frees their memory. */
  clear(): void {
    this.data = sharedArray(this.#element, 1);
    this.length = 0;
  }

  /** Copies the elements to a buffer of exactly their size. */
  freeze(): ElementArray[E] {
    const exact = sharedArray(this.#element, this.length);
    exact.set(this.data.subarray(0, this.length));
    return exact;
  }
}
