import { letterCodes } from './latin-skeleton.ts';
import type { Syllable } from './syllables.ts';

/** Texts as a tree of letters: consecutive nodes, the root first, each with its first child and its next sibling, 0 for none. */
interface LetterTree {
  readonly letter: Uint8Array;
  /** Letters of its children, bit n for letter n. */
  readonly nexts: Int32Array;
  readonly child: Uint16Array;
  readonly sibling: Uint16Array;
  /** 1 where a text ends. */
  readonly ends: Uint8Array;
}

const treeBits = 8;
const oneTree = (1 << treeBits) - 1;
/** The state after the last syllable. */
const noTree = -1;

function childOf({ letter, child, sibling }: LetterTree, node: number, wanted: number): number {
  let at = child[node] as number;
  while (at !== 0 && letter[at] !== wanted) at = sibling[at] as number;
  return at;
}

function treeOf(texts: readonly Uint8Array[]): LetterTree {
  const most = 1 + texts.reduce((sum, { length }) => sum + length, 0);
  const tree = {
    letter: new Uint8Array(most),
    nexts: new Int32Array(most),
    child: new Uint16Array(most),
    sibling: new Uint16Array(most),
    ends: new Uint8Array(most),
  };
  let count = 1;
  for (const text of texts) {
    let node = 0;
    for (const letter of text) {
      let next = childOf(tree, node, letter);
      if (next === 0) {
        next = count;
        count += 1;
        tree.letter[next] = letter;
        tree.nexts[node] = (tree.nexts[node] as number) | (1 << letter);
        tree.sibling[next] = tree.child[node] as number;
        tree.child[node] = next;
      }
      node = next;
    }
    tree.ends[node] = 1;
  }
  return {
    letter: tree.letter.slice(0, count),
    nexts: tree.nexts.slice(0, count),
    child: tree.child.slice(0, count),
    sibling: tree.sibling.slice(0, count),
    ends: tree.ends.slice(0, count),
  };
}

const trees = new WeakMap<Syllable, LetterTree>();

function treeOfSyllable(syllable: Syllable): LetterTree {
  let tree = trees.get(syllable);
  if (!tree) {
    tree = treeOf(syllable.spellings);
    trees.set(syllable, tree);
  }
  return tree;
}

/**
 * Reads words letter by letter that may spell syllables in order, using any of several readings, or equal one of some texts. Words in
 * alphabetical order share the state of their common prefix, and all words with an impossible prefix are skipped.
 */
export class SyllableStates {
  readonly #trees: LetterTree[] = [];
  /** For each tree, the tree of the next syllable. */
  readonly #follows: number[] = [];
  /** For each number of letters read, the reachable nodes, with their trees in the low bits. */
  readonly #states: number[][];
  /** For each number of letters read, the possible next letters, bit n for letter n. */
  readonly #nexts: number[];
  /** For each number of letters read, whether a word may end there. */
  readonly #ends: boolean[] = [];

  constructor(readings: readonly (readonly Syllable[])[], texts: Iterable<string>) {
    const begin: number[] = [];
    for (const syllables of readings) {
      begin.push(this.#trees.length);
      for (const [at, syllable] of syllables.entries()) {
        this.#trees.push(treeOfSyllable(syllable));
        this.#follows.push(at + 1 < syllables.length ? this.#trees.length : noTree);
      }
    }
    begin.push(this.#trees.length);
    this.#trees.push(treeOf(Array.from(texts, letterCodes)));
    this.#follows.push(noTree);
    // A state has no space for more, and words would be missed.
    if (this.#trees.length > oneTree) throw new RangeError(`syllables: must be fewer than ${oneTree}`);
    this.#states = [begin];
    this.#nexts = [begin.reduce((nexts, at) => nexts | this.#nextsOf(at), 0)];
  }

  /**
   * Reads one more letter, numbered by `letterCodes`, at a position counted from 1, after the letters last read at the earlier positions.
   * False only if no word with this prefix is a spelling.
   */
  take(letter: number, place: number): boolean {
    // Most words are rejected here.
    if (((this.#nexts[place - 1] as number) & (1 << letter)) === 0) return false;
    const reached = (this.#states[place] ??= []);
    reached.length = 0;
    this.#ends[place] = false;
    let nexts = 0;
    for (const state of this.#states[place - 1] as readonly number[]) {
      const at = state & oneTree;
      const tree = this.#trees[at] as LetterTree;
      if (((tree.nexts[state >>> treeBits] as number) & (1 << letter)) === 0) continue;
      const node = childOf(tree, state >>> treeBits, letter);
      reached.push((node << treeBits) | at);
      nexts |= tree.nexts[node] as number;
      if (tree.ends[node] === 0) continue;
      const follows = this.#follows[at] as number;
      if (follows === noTree) this.#ends[place] = true;
      // Its root is node 0; two ways to divide the letters may lead there.
      else if (!reached.includes(follows)) {
        reached.push(follows);
        nexts |= this.#nextsOf(follows);
      }
    }
    this.#nexts[place] = nexts;
    return true;
  }

  /** Letters with which the texts of a tree begin. */
  #nextsOf(tree: number): number {
    return (this.#trees[tree] as LetterTree).nexts[0] as number;
  }

  /** Whether the letters last read up to this position are a spelling. */
  endsAt(place: number): boolean {
    return this.#ends[place] === true;
  }
}
