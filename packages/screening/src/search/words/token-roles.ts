const roleBits = 2;
const everyRole = 2 ** roleBits - 1;

/**
 * Which of two roles tokens have, as two bits: a set of tokens for either role in one table of numbers. Made for some ten thousand tokens that
 * come more than once, of which a search looks up a few for each name that it reads.
 *
 * Cost: four to sixteen bytes for each token there is room for.
 */
export class TokenRoles {
  /** A token with its roles, or 0: at the place of its hash or behind it. Length a power of two, half of it free or more. */
  readonly #slot: Uint32Array;

  /** @param capacity more tokens are not added */
  constructor(capacity: number) {
    this.#slot = new Uint32Array(2 ** Math.ceil(Math.log2(2 * capacity + 1)));
  }

  /** Whether the token, of 24 bits, did not have the role, 1 or 2, before. */
  add(token: number, role: number): boolean {
    const at = this.#placeOf(token);
    const known = this.#slot[at] as number;
    if ((known & role) !== 0) return false;
    this.#slot[at] = ((token << roleBits) | (known & everyRole) | role) >>> 0;
    return true;
  }

  /** Adds the tokens of all these lists. @returns those that did not have the role, each once */
  addAll(lists: readonly (readonly number[])[], role: number): Uint32Array {
    const added: number[] = [];
    for (const tokens of lists) for (const token of tokens) if (this.add(token, role)) added.push(token);
    return Uint32Array.from(added);
  }

  /** The roles of a token, 0 for none. */
  of(token: number): number {
    return (this.#slot[this.#placeOf(token)] as number) & everyRole;
  }

  #placeOf(token: number): number {
    const slot = this.#slot;
    const last = slot.length - 1;
    const mixed = Math.imul(token, 0x9e3779b1);
    let at = (mixed ^ (mixed >>> 15)) & last;
    while (slot[at] !== 0 && (slot[at] as number) >>> roleBits !== token) at = (at + 1) & last;
    return at;
  }
}
