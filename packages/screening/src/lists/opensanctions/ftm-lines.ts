import path from 'node:path';
import { BadRecord } from '../entity-draft.ts';
import { ftmEntityOf, parseFtm, type FtmEntity } from './ftm-entity.ts';
import { RefusedSource } from '../../model/listed-entity.ts';
import { exportLimits, type Limits } from '../limits.ts';
import { LoadLog } from '../load-log.ts';
import { readLines, textOf, type Line } from '../read-bytes.ts';

/** Lines that were read together, and the name of their file. */
export interface FtmLines {
  file: string;
  lines: readonly Line[];
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
    let unreadable = 0;
    let read = 0;
    for await (const lines of readLines({ file, limits, log: quiet, digest: first })) {
      yield { file: name, lines };
      if (read === 0) unreadable = lines.slice(0, 20).filter(({ bytes }) => !looksLikeObject(bytes)).length;
      if (read === 0 && unreadable === Math.min(20, lines.length))
        throw new RefusedSource(`${name} does not hold JSON lines`);
      read += lines.length;
    }
  }
}

function looksLikeObject(bytes: Buffer): boolean {
  const text = bytes.subarray(0, 64).toString('latin1').trimStart();
  return text.startsWith('{');
}

/** @throws BadRecord when the line is no entity */
export function entityOfLine(bytes: Buffer): FtmEntity {
  const text = textOf(bytes);
  if (text === null) throw new BadRecord('the line is not UTF-8');
  return parseFtm(text);
}

/** What deltas, applied in order, make of the full files: the new entity under an id, or null when it is gone. */
export type Overlay = Map<string, FtmEntity | null>;

/** Reads delta files in the order given. A file may be empty. A line that is no operation refuses the file: a state with holes is no state. */
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
