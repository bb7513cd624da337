import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { InferenceSession } from 'onnxruntime-node';
import { loadModelSlots, type ModelSlot } from '../model-slots/model-slots.ts';
import { createSession } from '../model-slots/run-network.ts';
import type { DescriptorDeclaration, PadDeclaration } from '../model-slots/slot-declaration.ts';

/** The loaded networks; one set per thread. */
export interface FaceModels {
  detector: InferenceSession;
  mesh: InferenceSession;
  /** The built-in descriptor network; unused while the slot is filled. */
  descriptor: InferenceSession;
  /** The operator's descriptor network; `null` to use the built-in one. */
  descriptorSlot: ModelSlot<DescriptorDeclaration> | null;
  /** The operator's presentation-attack network; `null` if there is none. */
  pad: ModelSlot<PadDeclaration> | null;
  /** Identity of each network in use: `id@` and the first 12 digits of its file's SHA-256; `pad` only if there is one. */
  ids: Record<ModelRole, string> & { pad?: string };
}

type ModelRole = 'detector' | 'mesh' | 'descriptor';

interface ManifestEntry {
  role: ModelRole;
  id: string;
  file: string;
  sha256: string;
}

/**
 * Loads the networks from the directory filled by `npm run vision:models`. Results do not depend on the number of threads.
 * @param options.slots directory of operators' networks; `null` or absent if there are none
 * @throws Error if a file is missing or does not match its manifest, or if a slot is broken; the process must then stop
 */
export async function loadFaceModels(
  directory: string,
  { slots = null }: { slots?: string | null } = {},
): Promise<FaceModels> {
  const manifest = await readManifest(directory);
  const { descriptor: descriptorSlot, pad } =
    slots === null ? { descriptor: null, pad: null } : await loadModelSlots(slots);
  const [detector, mesh, descriptor] = await Promise.all([
    loadModel(directory, manifest.detector),
    loadModel(directory, manifest.mesh),
    loadModel(directory, manifest.descriptor),
  ]);
  const ids = {
    detector: modelId(manifest.detector),
    mesh: modelId(manifest.mesh),
    descriptor: descriptorSlot?.model ?? modelId(manifest.descriptor),
    ...(pad === null ? {} : { pad: pad.model }),
  };
  return { detector, mesh, descriptor, descriptorSlot, pad, ids };
}

async function readManifest(directory: string): Promise<Record<ModelRole, ManifestEntry>> {
  const file = path.join(directory, 'manifest.json');
  const { models } = JSON.parse(await readFile(file, 'utf8')) as { models: ManifestEntry[] };
  const find = (role: ModelRole): ManifestEntry => {
    const entry = models.find((model) => model.role === role);
    if (entry === undefined) throw new Error(`${file} names no ${role} model`);
    return entry;
  };
  return { detector: find('detector'), mesh: find('mesh'), descriptor: find('descriptor') };
}

async function loadModel(directory: string, entry: ManifestEntry): Promise<InferenceSession> {
  const bytes = await readFile(path.join(directory, entry.file));
  const digest = createHash('sha256').update(bytes).digest('hex');
  if (digest !== entry.sha256) throw new Error(`model ${entry.file} is not the one that its manifest names`);
  return createSession(bytes);
}

function modelId(entry: ManifestEntry): string {
  return `${entry.id}@${entry.sha256.slice(0, 12)}`;
}
