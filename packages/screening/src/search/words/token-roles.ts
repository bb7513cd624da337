const roleBits = 2;
const everyRole = 2 ** roleBits - 1;

/**
 * Stores which of two roles tokens have, as two bits: the sets of both roles in one table. Built for some ten thousand tokens that occur
 * repeatedly, of which a search looks up a few for each name it reads.
 *
 * Cost: four to sixteen bytes per token of capacity.
 */
export class TokenRoles {
  /**
   * A token with its roles, or 0; stored at or after the position of its hash. The length is a power of two, and at least half is free.
   */
  readonly #slot: Uint32Array;

  /** @param capacity maximum number of tokens; further ones are not added */
  constructor(capacity: number) {
    this.#slot = new Uint32Array(2 ** Math.ceil(Math.log2(2 * capacity + 1)));
  }

  /** Adds a role, 1 or 2, to a token of 24 bits; returns whether the token did not have it before. */
  add(token: number, role: number): boolean {
    const at = this.#placeOf(token);
    const known = this.#slot[at] as number;
    if ((known & role) !== 0) return false;
    this.#slot[at] = ((token << roleBits) | (known & everyRole) | role) >>> 0;
    return true;
  }

  /** Adds the tokens of all these lists. @returns those that did not have the role before, without duplicates */
  addAll(lists: readonly (readonly number[])[], role: number): Uint32Array {
    const added: number[] = [];
    for (const tokens of lists) for (const token of tokens) if (this.add(token, role)) added.push(token);
    return Uint32Array.from(added);
  }

  /** The roles of a token; 0 for none. */
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
