import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { InferenceSession } from 'onnxruntime-node';
import { createSession, runSession } from './run-network.ts';
import {
  parseSlotDeclaration,
  type DescriptorDeclaration,
  type PadDeclaration,
  type SelfTest,
  type SlotDeclaration,
} from './slot-declaration.ts';
import { noisePlanar, tensorOf } from './slot-input.ts';

/** An operator's network, loaded and tested. */
export interface ModelSlot<Declaration extends SlotDeclaration> {
  declaration: Declaration;
  session: InferenceSession;
  /** `id@` and the first 12 digits of the network file's SHA-256. */
  model: string;
}

/** The slots of a directory; `null` if empty, in which case the built-in model (or none, for `pad`) is used. */
export interface ModelSlots {
  descriptor: ModelSlot<DescriptorDeclaration> | null;
  pad: ModelSlot<PadDeclaration> | null;
}

/** Maximum deviation in a self-test; relative for numbers greater than one. */
const tolerance = 1e-3;

/**
 * Loads every slot of a directory and runs its self-tests.
 * @param directory contains declarations (JSON objects), networks and self-test outputs (JSON arrays)
 * @throws Error if a slot is malformed, does not match its digest or fails its self-test, or if there is none; the process must then
 *   stop, because a score of another model would be interpreted with the wrong table
 */
export async function loadModelSlots(directory: string): Promise<ModelSlots> {
  const slots: ModelSlots = { descriptor: null, pad: null };
  for (const declaration of await readDeclarations(directory)) {
    const { kind } = declaration;
    if (slots[kind] !== null) throw new Error(`${directory} holds more than one ${kind} slot`);
    if (declaration.kind === 'pad') slots.pad = await loadSlot(directory, declaration);
    else slots.descriptor = await loadSlot(directory, declaration);
  }
  if (slots.descriptor === null && slots.pad === null) throw new Error(`${directory} holds no model slot`);
  return slots;
}

/**
 * Runs the network of a slot on one picture.
 * @param planar RGB in the size of the slot's input, 0 to 255
 * @throws Error if the output does not have the declared number of finite values
 */
export async function runSlot(slot: ModelSlot<SlotDeclaration>, planar: Float32Array): Promise<Float32Array> {
  const { input, output, id } = slot.declaration;
  if (planar.length !== 3 * input.width * input.height) throw new Error(`the picture is not cut for ${id}`);
  const dims = [1, 3, input.height, input.width];
  const values = await runSession(slot.session, tensorOf(planar, input), dims);
  if (values.length !== output.length)
    throw new Error(`${id} gives ${values.length} numbers, not ${output.length}`);
  if (!values.every(Number.isFinite)) throw new Error(`${id} gives numbers that are none`);
  return values;
}

async function readDeclarations(directory: string): Promise<SlotDeclaration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.json')).toSorted();
  const declarations: SlotDeclaration[] = [];
  for (const name of names) {
    const value = await readJson(directory, name);
    if (!Array.isArray(value)) declarations.push(parseSlotDeclaration(value, name));
  }
  return declarations;
}

async function loadSlot<Declaration extends SlotDeclaration>(
  directory: string,
  declaration: Declaration,
): Promise<ModelSlot<Declaration>> {
  const { id, file, sha256, selfTest } = declaration;
  const bytes = await readFile(path.join(directory, file));
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
    throw new Error(`${file} is not the file that slot ${id} names`);
  }
  const session = await createSession(bytes);
  const slot = { declaration, session, model: `${id}@${sha256.slice(0, 12)}` };
  for (const test of selfTest) await runSelfTest(directory, slot, test);
  return slot;
}

async function runSelfTest(
  directory: string,
  slot: ModelSlot<SlotDeclaration>,
  { seed, output }: SelfTest,
): Promise<void> {
  const { id, input } = slot.declaration;
  const expected = await readJson(directory, output);
  const values = await runSlot(slot, noisePlanar(seed, input));
  const agrees =
    Array.isArray(expected) &&
    expected.length === values.length &&
    expected.every((wanted: unknown, index) => isNear(values[index], wanted));
  if (!agrees) throw new Error(`slot ${id} fails its self-test noise:${seed}`);
}

function isNear(value: number | undefined, wanted: unknown): boolean {
  if (typeof wanted !== 'number' || value === undefined) return false;
  return Math.abs(value - wanted) <= tolerance * Math.max(1, Math.abs(wanted));
}

async function readJson(directory: string, name: string): Promise<unknown> {
  const text = await readFile(path.join(directory, name), 'utf8');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Error(`${name}: is not JSON`);
  }
}
