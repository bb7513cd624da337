import { isAscii, isUtf8 } from 'node:buffer';
import path from 'node:path';
import { BadRecord } from '../entity-draft.ts';
import { ftmEntityOf, parseFtm, type FtmEntity } from './ftm-entity.ts';
import { recordOf, type FtmRecord } from './ftm-record.ts';
import { scanRecord } from './ftm-scan.ts';
import { RefusedSource } from '../../model/listed-entity.ts';
import { exportLimits, type Limits } from '../limits.ts';
import { LoadLog } from '../load-log.ts';
import { textOf } from '../read-bytes.ts';
import { lineAt, readLineBlocks, readLines, type LineBlock } from '../read-lines.ts';

/** Lines read together, and the name of their file. */
export interface FtmLines {
  file: string;
  block: LineBlock;
}

/** Lines of all files in order. `first`: the pass that digests and reports. */
export async function* ftmLines(
  files: readonly string[],
  log: LoadLog,
  { first, limits = exportLimits }: { first: boolean; limits?: Limits },
): AsyncGenerator<FtmLines> {
  const quiet = first ? log : new LoadLog();
  for (const file of files) {
    const name = path.basename(file);
    let isStart = true;
    for await (const block of readLineBlocks({ file, limits, log: quiet, digest: first, isJson: true })) {
      // Checked before the block is handed out, because the receiver may transfer its memory.
      const refused = isStart && !hasObjects(block);
      yield { file: name, block };
      if (refused) throw new RefusedSource(`${name} does not hold JSON lines`);
      isStart = false;
    }
  }
}

/** Whether one of the first lines looks like an object. */
function hasObjects(block: LineBlock): boolean {
  return block.starts.slice(0, 20).some((_, at) => looksLikeObject(lineAt(block, at)));
}

function looksLikeObject(bytes: Buffer): boolean {
  const text = bytes.subarray(0, 64).toString('latin1').trimStart();
  return text.startsWith('{');
}

/** Reads entities from the lines of a block. Properties of the block's bytes are checked once, not for each line. */
export class EntityReader {
  readonly #block: Pick<LineBlock, 'bytes' | 'starts' | 'ends'>;
  /** Null: some lines are not UTF-8. */
  readonly #encoding: 'latin1' | 'utf8' | null;

  constructor(block: Pick<LineBlock, 'bytes' | 'starts' | 'ends'>) {
    this.#block = block;
    this.#encoding = isAscii(block.bytes) ? 'latin1' : isUtf8(block.bytes) ? 'utf8' : null;
  }

  /** @throws BadRecord if the line at this offset is not an entity */
  read(at: number): FtmEntity {
    const { bytes, starts, ends } = this.#block;
    return this.#encoding === null
      ? entityOfLine(lineAt(this.#block, at))
      : parseFtm(bytes.toString(this.#encoding, starts[at], ends[at]));
  }

  /** The mapped fields of the entity. @throws BadRecord if the line at this offset is not an entity */
  record(at: number): FtmRecord {
    if (this.#encoding === null) return recordOf(this.read(at));
    const { bytes, starts, ends } = this.#block;
    const text = bytes.toString(this.#encoding, starts[at], ends[at]);
    return scanRecord(text) ?? recordOf(parseFtm(text));
  }
}

/** @throws BadRecord if the line is not an entity */
export function entityOfLine(bytes: Buffer): FtmEntity {
  const text = textOf(bytes);
  if (text === null) throw new BadRecord('the line is not UTF-8');
  return parseFtm(text);
}

/** Result of reading a line; null if it is not an entity. */
export function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof BadRecord)) throw error;
    return null;
  }
}

/** The changes that deltas, applied in order, make to the full files: the new entity by id, or null if it is removed. */
export type Overlay = Map<string, FtmEntity | null>;

/**
 * Reads delta files in the given order. A file may be empty. A line that is not an operation makes the whole file invalid, because a state
 * with gaps cannot be used.
 */
export async function readDeltas(files: readonly string[], log: LoadLog): Promise<Overlay> {
  const overlay: Overlay = new Map();
  for (const file of files) {
    const name = path.basename(file);
    for await (const lines of readLines({ file, limits: exportLimits, log, mayBeEmpty: true })) {
      for (const { number, bytes } of lines) {
        if (bytes.length > 0) applyLine(overlay, bytes, `${name}:${number}`);
      }
    }
  }
  return overlay;
}

function applyLine(overlay: Overlay, bytes: Buffer, place: string): void {
  const text = textOf(bytes);
  try {
    const value = JSON.parse(text ?? '') as { op?: unknown; entity?: unknown } | null;
    const id = (value?.entity as { id?: unknown } | null | undefined)?.id;
    if (value?.op === 'DEL' && typeof id === 'string' && id !== '') overlay.set(id, null);
    else if (value?.op === 'ADD' || value?.op === 'MOD') {
      const entity = ftmEntityOf(value.entity);
      overlay.set(entity.id, entity);
    } else throw new BadRecord('no operation');
  } catch (error) {
    throw new RefusedSource(`${place}: not a line of a delta`, { cause: error });
  }
}
