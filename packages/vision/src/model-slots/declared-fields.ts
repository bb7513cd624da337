interface Range {
  from: number;
  to: number;
}

/**
 * Reads a JSON object strictly: every reader throws if its member is missing or invalid, and marks it as known, so that unknown members
 * can be rejected at the end.
 */
export class DeclaredFields {
  readonly #members: Readonly<Record<string, unknown>>;
  readonly #where: string;
  readonly #known = new Set<string>();

  /**
   * @param where prefix of error messages
   * @throws Error if the value is not an object
   */
  constructor(value: unknown, where: string) {
    if (!isRecord(value)) throw new Error(`${where}: is not a JSON object`);
    this.#members = value;
    this.#where = where;
  }

  any(name: string): unknown {
    this.#known.add(name);
    return this.#members[name] ?? this.fail(name, 'is missing');
  }

  text(name: string, pattern: RegExp): string {
    const found = this.any(name);
    if (typeof found === 'string' && pattern.test(found)) return found;
    return this.fail(name, `must match ${pattern.source}`);
  }

  number(name: string, { from, to }: Range): number {
    const found = this.any(name);
    if (typeof found === 'number' && found >= from && found <= to) return found;
    return this.fail(name, `must be a number from ${from} to ${to}`);
  }

  whole(name: string, range: Range): number {
    const found = this.number(name, range);
    return Number.isInteger(found) ? found : this.fail(name, 'must be a whole number');
  }

  flag(name: string): boolean {
    const found = this.any(name);
    return typeof found === 'boolean' ? found : this.fail(name, 'must be true or false');
  }

  oneOf<T extends string>(name: string, values: readonly T[]): T {
    const found = this.any(name);
    return values.find((value) => value === found) ?? this.fail(name, `must be one of ${values.join(', ')}`);
  }

  list(name: string): readonly unknown[] {
    const found: unknown = this.any(name);
    return Array.isArray(found) ? (found as unknown[]) : this.fail(name, 'must be a list');
  }

  /** A list of this many finite numbers. */
  numbers(name: string, length: number): readonly number[] {
    const found = this.list(name);
    return isNumbers(found, length) ? found : this.fail(name, `must hold ${length} numbers`);
  }

  /** A list of two points of two finite numbers. */
  twoPoints(name: string): readonly [readonly [number, number], readonly [number, number]] {
    const [one, two] = this.list(name);
    if (isNumbers(one, 2) && isNumbers(two, 2)) return [pointOf(one), pointOf(two)];
    return this.fail(name, 'must hold two points of two numbers');
  }

  point(name: string): readonly [number, number] {
    return pointOf(this.numbers(name, 2));
  }

  record(name: string): Readonly<Record<string, unknown>> {
    const found = this.any(name);
    return isRecord(found) ? found : this.fail(name, 'is not a JSON object');
  }

  inner(name: string): DeclaredFields {
    return new DeclaredFields(this.record(name), `${this.#where}: ${name}`);
  }

  /** @throws Error if a member was not read */
  refuseOthers(): void {
    const other = Object.keys(this.#members).find((name) => !this.#known.has(name));
    if (other !== undefined) this.fail(other, 'is unknown');
  }

  /** @throws Error that names file and member */
  fail(name: string, problem: string): never {
    throw new Error(`${this.#where}: ${name} ${problem}`);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNumbers(value: unknown, length: number): value is number[] {
  return Array.isArray(value) && value.length === length && value.every((entry) => Number.isFinite(entry));
}

function pointOf([x = 0, y = 0]: readonly number[]): readonly [number, number] {
  return [x, y];
}
