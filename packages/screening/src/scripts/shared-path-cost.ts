import { beginningsOf, type ChunkBeginnings } from './chunk-beginnings.ts';
import { longestWord, mostCost, slack, type CutWord } from './path-cost.ts';
import { longestReading, type Cost, type Unit } from './script-model.ts';
import { chunksOf, slotOfChunk, type UnitChunks } from './unit-chunks.ts';

const bitsPerLetter = 5;
/** Above any cost of an alignment. */
const unreached = 0x1fffffff;
const floorWidth = longestWord + 1;

/**
 * The minimum cost of the characters of a word from each position on, for each number of letters from 0 to `longestWord` that they are
 * read as: a row of letters for each position, the last one for the end of the word.
 */
function floorsOf({ model, units }: CutWord): Int32Array {
  const count = units.single.length;
  const floors = new Int32Array((count + 1) * floorWidth);
  for (let letters = 0; letters <= longestWord; letters += 1)
    floors[count * floorWidth + letters] = letters * model.insertion;
  for (let at = count - 1; at >= 0; at -= 1) {
    const [single, double] = [units.single[at], units.double[at]];
    const bySingle = single ? chunksOf(model, single).byLength : null;
    const byDouble = double ? chunksOf(model, double).byLength : null;
    const [own, rest, behind] = [at, at + 1, at + 2].map((row) => row * floorWidth) as [
      number,
      number,
      number,
    ];
    for (let letters = 0; letters <= longestWord; letters += 1) {
      let cost = (floors[rest + letters] as number) + (bySingle?.[0] ?? model.deletion);
      if (letters > 0) cost = Math.min(cost, (floors[own + letters - 1] as number) + model.insertion);
      for (let taken = 1; taken <= longestReading && taken <= letters; taken += 1) {
        const left = letters - taken;
        if (bySingle) cost = Math.min(cost, (floors[rest + left] as number) + (bySingle[taken] as number));
        if (byDouble) cost = Math.min(cost, (floors[behind + left] as number) + (byDouble[taken] as number));
      }
      floors[own + letters] = cost;
    }
  }
  return floors;
}

/** A unit of one or two characters at a position of the word. */
interface Step {
  readonly chunks: UnitChunks;
  readonly beginnings: ChunkBeginnings;
  /** The maximum number of letters of its chunks. */
  readonly longest: number;
  readonly at: number;
  /** The position behind its characters. */
  readonly end: number;
  /**
   * By a number of letters, and then by the letters that are left: the minimum cost of the characters from its position on if the unit is
   * read as more letters than these, and of those behind it alone.
   */
  readonly floors: Int32Array;
  readonly floorsBehind: Int32Array;
}

function stepOf(
  { model }: CutWord,
  { unit, at, end }: { unit: Unit; at: number; end: number },
  floors: Int32Array,
): Step {
  const chunks = chunksOf(model, unit);
  const size = (longestReading + 1) * floorWidth;
  const [ofLonger, behind] = [new Int32Array(size).fill(unreached), new Int32Array(size).fill(unreached)];
  for (let taken = unit.longest - 1; taken >= 0; taken -= 1) {
    const cost = chunks.byLength[taken + 1] as number;
    for (let left = taken + 1; left <= longestWord; left += 1) {
      const [here, longer] = [taken * floorWidth + left, (taken + 1) * floorWidth + left];
      const rest = floors[end * floorWidth + left - taken - 1] as number;
      ofLonger[here] = Math.min(ofLonger[longer] as number, cost + rest);
      behind[here] = Math.min(behind[longer] as number, rest);
    }
  }
  const beginnings = beginningsOf(model, unit);
  return { chunks, beginnings, longest: unit.longest, at, end, floors: ofLonger, floorsBehind: behind };
}

function stepsOf(word: CutWord, floors: Int32Array): Step[] {
  const { single, double } = word.units;
  return single.flatMap((_, at) =>
    [
      { unit: single[at], at, end: at + 1 },
      { unit: double[at], at, end: at + 2 },
    ].flatMap(({ unit, ...place }) => (unit ? [stepOf(word, { unit, ...place }, floors)] : [])),
  );
}

/**
 * Aligns a word of another script with many Latin words of one length, letter by letter, so that words with a common beginning share the
 * work on it and all words with an impossible beginning are excluded at once: the grid of `pathCost`, filled by letters instead of
 * characters. A word may be read at no more than `most` per letter in total exactly if `pathCost` gives it a cost.
 *
 * State: the columns of the letters taken so far, overwritten from a place on when letters are taken from there.
 *
 * Cost: some microseconds, then, per letter, a step for each character and for each unit from which a chunk of the last letters may
 * continue: where what is read so far and the least that the rest costs are not too much together.
 */
export class SharedPathCost {
  readonly #insertion: Cost;
  readonly #perLetter: Cost;
  readonly #most: Cost;
  readonly #rows: number;
  readonly #longest: number;
  /** By character: the cost of reading it as no letter. */
  readonly #silent: Int32Array;
  readonly #floors: Int32Array;
  /** In the order of their positions. */
  readonly #steps: readonly Step[];
  /** By place and character; `unreached` for cells from which no word can be read. */
  readonly #cells: Int32Array;
  /** By place: the numbers of the steps by which a chunk may continue, and how many there are. */
  readonly #open: Uint8Array;
  readonly #opened = new Uint8Array(longestWord + 1);
  /** By place, from 1. */
  readonly #letters = new Uint8Array(longestWord + 2);
  /** The number of letters of the words, and what a word may cost. */
  #length = 0;
  #end = 0;

  /** @param costs the maximum cost per letter, along the way and in total, as for `pathCost` */
  constructor(word: CutWord, { perLetter, most }: { perLetter: Cost; most: Cost }) {
    const { model, units } = word;
    const { single } = units;
    this.#insertion = model.insertion;
    this.#perLetter = perLetter;
    this.#most = most;
    this.#rows = single.length;
    this.#longest = units.longest;
    this.#silent = Int32Array.from(single, (unit) => unit?.silent ?? model.deletion);
    this.#floors = floorsOf(word);
    this.#steps = stepsOf(word, this.#floors);
    this.#cells = new Int32Array((longestWord + 1) * (this.#rows + 1));
    this.#open = new Uint8Array((longestWord + 1) * this.#steps.length);
  }

  /** Begins with words of a length from 1 to `longestWord`; returns whether any may be read. */
  begin(length: number): boolean {
    this.#length = length;
    this.#end = mostCost(this.#most, length);
    if ((this.#floors[length] as number) > this.#end) return false;
    this.#cells.fill(unreached, 1, this.#rows + 1);
    this.#cells[0] = 0;
    return this.#close(0);
  }

  /**
   * Takes a letter, numbered by `letterCodes`, at a place from 1 to the length, behind the letters taken at all places before it.
   * @returns whether any word that begins with these letters may be read
   */
  take(letter: number, place: number): boolean {
    const width = this.#rows + 1;
    const cells = this.#cells;
    const insertion = this.#insertion;
    this.#letters[place] = letter;
    const base = place * width;
    for (let cell = base; cell < base + width; cell += 1) {
      const before = cells[cell - width] as number;
      cells[cell] = before === unreached ? unreached : before + insertion;
    }
    let goesOn = false;
    let code = 0;
    const most = Math.min(place, this.#longest);
    for (let taken = 1; taken <= most; taken += 1) {
      const from = place - taken;
      code |= (this.#letters[from + 1] as number) << (bitsPerLetter * (taken - 1));
      if (this.#opened[from] !== 0 && this.#readChunks(from, taken, code)) goesOn = true;
    }
    return this.#close(place) || goesOn;
  }

  /** Whether the letters up to a place, which must be as many as the length, are a word that may be read. */
  endsAt(place: number): boolean {
    const cost = this.#cells[place * (this.#rows + 1) + this.#rows] as number;
    return cost <= Math.min(this.#perLetter * place + slack, this.#end);
  }

  /**
   * Continues from the cells of a place by chunks of a number of letters.
   * @returns whether longer chunks may begin with the same letters
   */
  #readChunks(from: number, taken: number, code: number): boolean {
    const cells = this.#cells;
    const floors = this.#floors;
    const width = this.#rows + 1;
    const reached = (from + taken) * width;
    const first = this.#letters[from + 1] as number;
    const second = taken === 1 ? -1 : 1 << (this.#letters[from + 2] as number);
    const allowed = this.#perLetter * (from + taken) + slack;
    const left = this.#length - from;
    const end = this.#end;
    const start = from * this.#steps.length;
    const last = start + (this.#opened[from] as number);
    let goesOn = false;
    for (let open = start; open < last; open += 1) {
      const step = this.#steps[this.#open[open] as number] as Step;
      const { chunks } = step;
      const begins = ((step.beginnings.seconds[first] as number) & second) !== 0;
      // Most chunks are rejected here, without a look-up.
      if ((taken > 1 && !begins) || taken > step.longest) continue;
      const slot = taken === 1 ? -1 : slotOfChunk(chunks, code);
      if (taken > 1 && slot < 0) continue;
      const before = cells[from * width + step.at] as number;
      if (begins) {
        const place = taken * floorWidth + left;
        const longer = slot < 0 ? 0 : (chunks.longer[slot] as number);
        if (
          before + (step.floors[place] as number) <= end &&
          before + longer + (step.floorsBehind[place] as number) <= end
        )
          goesOn = true;
      }
      const own = slot < 0 ? (step.beginnings.ones[first] as number) : (chunks.costs[slot] as number);
      const cost = before + own;
      if (cost > allowed || cost + (floors[step.end * floorWidth + left - taken] as number) > end) continue;
      const cell = reached + step.end;
      if (cost < (cells[cell] as number)) cells[cell] = cost;
    }
    return goesOn;
  }

  /** Completes the cells of a place; returns whether a word can be read from any of them. */
  #close(place: number): boolean {
    const cells = this.#cells;
    const base = place * (this.#rows + 1);
    const allowed = this.#perLetter * place + slack;
    const left = this.#length - place;
    let alive = false;
    let before = unreached;
    for (let at = 0; at <= this.#rows; at += 1) {
      let cost = cells[base + at] as number;
      if (before !== unreached) cost = Math.min(cost, before + (this.#silent[at - 1] as number));
      // Beyond the last character, `pathCost` tests only the total.
      const may =
        cost + (this.#floors[at * floorWidth + left] as number) <= this.#end &&
        (cost <= allowed || at === this.#rows);
      before = may ? cost : unreached;
      cells[base + at] = before;
      if (may) alive = true;
    }
    if (alive) this.#openSteps(place);
    else this.#opened[place] = 0;
    return alive;
  }

  /** Notes the units from which a chunk may continue. */
  #openSteps(place: number): void {
    const cells = this.#cells;
    const base = place * (this.#rows + 1);
    const start = place * this.#steps.length;
    const left = this.#length - place;
    let open = start;
    for (let number = 0; number < this.#steps.length; number += 1) {
      const { at, floors } = this.#steps[number] as Step;
      const cost = cells[base + at] as number;
      if (cost === unreached || cost + (floors[left] as number) > this.#end) continue;
      this.#open[open] = number;
      open += 1;
    }
    this.#opened[place] = open - start;
  }
}
