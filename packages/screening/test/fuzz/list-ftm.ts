// JSON lines: exports, deltas, the operator's own records and Senzing's; the quick looks into a line agree with its parse. S13
import assert from 'node:assert/strict';
import { HeadReader } from '../../src/lists/opensanctions/ftm-head.ts';
import { parseFtm } from '../../src/lists/opensanctions/ftm-entity.ts';
import { recordOf } from '../../src/lists/opensanctions/ftm-record.ts';
import { scanRecord } from '../../src/lists/opensanctions/ftm-scan.ts';
import { entityOfLine } from '../../src/lists/opensanctions/ftm-lines.ts';
import { BadRecord } from '../../src/lists/entity-draft.ts';
import { loadHostile, seedOf } from '../lists/load-hostile.ts';

const formats = ['ftm', 'ftm-delta', 'native', 'senzing'] as const;

export const seeds = [
  seedOf(0, 'invented.entities.ftm.json').subarray(0, 6000),
  seedOf(1, 'invented.entities.delta.json'),
  seedOf(2, 'house.jsonl'),
  seedOf(3, 'senzing.jsonl'),
  '0{"id":"a","schema":"Person","properties":{"name":["A B"],"topics":["sanction"]}}\n',
  '0{"id":"o","schema":"Ownership","properties":{"owner":["a"],"asset":["b"],"startDate":["2001"]}}\n',
];
export const words = [
  '"properties":{',
  '"id":"',
  '"schema":"',
  '"referents":["',
  '\\u0041',
  '{"op":"DEL","entity":{"id":"',
];
export const mostBytes = 8192;
/** Every row or element costs an object or two, and a refused one a report. */
export const budget = { baseMs: 200, perByteUs: 100 };

export async function fuzz(input: Buffer): Promise<void> {
  await loadHostile(input, formats);
  const [line = Buffer.alloc(0)] = splitLines(input.subarray(1));
  requireHeadAgrees(line);
  requireScanAgrees(line.toString('utf8'));
}

/** A line that is read without being parsed is JSON, and gives what parsing it gives. */
function requireScanAgrees(text: string): void {
  const scanned = scanRecord(text);
  if (scanned !== null) assert.deepEqual(scanned, recordOf(parseFtm(text)));
}

function splitLines(bytes: Buffer): Buffer[] {
  const end = bytes.indexOf(10);
  return [end < 0 ? bytes : bytes.subarray(0, end)];
}

/** Members may be repeated; in lines as publishers write them they are not. */
function requireHeadAgrees(bytes: Buffer): void {
  const text = bytes.toString('latin1');
  if (text.match(/"id"/g)?.length !== 1 || text.match(/"schema"/g)?.length !== 1) return;
  try {
    const entity = entityOfLine(bytes);
    const head = new HeadReader();
    head.read(bytes, 0, bytes.length);
    if (head.id !== null) assert.equal(head.idText(), entity.id);
    if (head.schema !== null) assert.equal(head.schema, entity.schema);
  } catch (error) {
    if (!(error instanceof BadRecord)) throw error;
  }
}
