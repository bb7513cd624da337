/**
 * Statements of the embedded database, each prepared once. The library's own `query` enters the database six times per statement and
 * has it parsed and planned again; a prepared one is bound, executed and closed in one message.
 *
 * State: the statements prepared on the single connection, by their text, least recently used first. Invariants: only one statement is
 * sent at a time, even within a transaction, because the library stores the response to a message in one
 * place; every message ends with Sync, so the connection is ready again after an error; a statement that changes the schema
 * is not kept, and drops all others, because their results may have changed.
 * Cost: a third of the library's for simple statements; at most 600 statements are kept, some tens of kilobytes each.
 */
import { type PGlite, parse, protocol } from '@electric-sql/pglite';
import type { Row } from './database.ts';

type Message = Awaited<ReturnType<PGlite['execProtocolStream']>>[number];

interface Prepared {
  name: string;
  /** Object identifiers of the types of its parameters. */
  parameterTypes: readonly number[];
  /** The description of its rows; `null` for statements without rows. */
  rowDescription: Message | null;
}

const { serialize } = protocol;
const mostStatements = 600;
const changesSchema =
  /^(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)*(?:create|alter|drop|truncate|do|deallocate|discard)\b/i;

export class EmbeddedStatements {
  readonly #pglite: PGlite;
  readonly #prepared = new Map<string, Prepared>();
  readonly #most: number;
  #count = 0;

  /** @param most maximum number of prepared statements kept */
  constructor(pglite: PGlite, most = mostStatements) {
    this.#pglite = pglite;
    this.#most = most;
  }

  /**
   * Runs one statement.
   * @param values of its parameters; `undefined` is `NULL`
   * @throws DatabaseError with the SQLSTATE as `code`
   */
  rows<T extends Row>(text: string, values: readonly unknown[]): Promise<T[]> {
    return this.#pglite.runExclusive(() => this.#rows<T>(text, values));
  }

  /** Runs statements without parameters or results, such as `begin`. */
  async run(text: string): Promise<void> {
    await this.#pglite.runExclusive(() => this.#simple(text));
  }

  async #rows<T extends Row>(text: string, values: readonly unknown[]): Promise<T[]> {
    if (changesSchema.test(text)) return this.#changeSchema<T>(text, values);
    const statement = await this.#prepare(text);
    const { name, rowDescription } = statement;
    const bind = serialize.bind({
      statement: name,
      values: this.#parameters(statement.parameterTypes, values),
    });
    const messages = await this.#send(bind, serialize.execute({}));
    return this.#results<T>(rowDescription === null ? messages : [rowDescription, ...messages]);
  }

  #simple(text: string): Promise<Message[]> {
    return this.#pglite.execProtocolStream(serialize.query(text), { syncToFs: false });
  }

  async #prepare(text: string): Promise<Prepared> {
    const known = this.#prepared.get(text);
    if (known) {
      // Moves the most recently used to the end.
      this.#prepared.delete(text);
      this.#prepared.set(text, known);
      return known;
    }
    const name = `statement_${(this.#count += 1)}`;
    const described = await this.#send(
      ...this.#closeOldest(),
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
    );
    const statement: Prepared = {
      name,
      parameterTypes: parse.parseDescribeStatementResults(described),
      rowDescription: described.find((message) => message.name === 'rowDescription') ?? null,
    };
    this.#prepared.set(text, statement);
    return statement;
  }

  #closeOldest(): Uint8Array[] {
    if (this.#prepared.size < this.#most) return [];
    const [oldest] = this.#prepared;
    if (oldest === undefined) return [];
    const [text, { name }] = oldest;
    this.#prepared.delete(text);
    return [serialize.close({ type: 'S', name })];
  }

  async #changeSchema<T extends Row>(text: string, values: readonly unknown[]): Promise<T[]> {
    this.#prepared.clear();
    await this.#simple('deallocate all');
    const bind = serialize.bind({ values: this.#parameters([], values) });
    return this.#results<T>(await this.#send(serialize.parse({ text }), bind, serialize.execute({})));
  }

  #parameters(types: readonly number[], values: readonly unknown[]): (string | null)[] {
    return values.map((value, at) => {
      if (value === null || value === undefined) return null;
      const toText = this.#pglite.serializers[types[at] ?? 0];
      return toText ? toText(value) : (value as number | string).toString();
    });
  }

  #results<T extends Row>(messages: Message[]): T[] {
    const [result] = parse.parseResults(messages, this.#pglite.parsers);
    return (result?.rows ?? []) as T[];
  }

  #send(...parts: readonly Uint8Array[]): Promise<Message[]> {
    // Files are flushed by the database's own fsync.
    return this.#pglite.execProtocolStream(Buffer.concat([...parts, serialize.sync()]), { syncToFs: false });
  }
}
