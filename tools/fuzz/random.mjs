// A seeded random number generator, so that a run can be repeated.

/** @param {number} seed @returns {(below: number) => number} whole numbers from 0 up to, without, `below` */
export function seededRandom(seed) {
  let state = seed >>> 0 || 1;
  return (below) => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}
