import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { InferenceSession } from 'onnxruntime-node';

/** The three networks, loaded and ready; one set per thread. */
export interface FaceModels {
  detector: InferenceSession;
  mesh: InferenceSession;
  descriptor: InferenceSession;
  /** Identity of each network, `id@` and the first 12 digits of its file's SHA-256. */
  ids: Record<ModelRole, string>;
}

type ModelRole = 'detector' | 'mesh' | 'descriptor';

interface ManifestEntry {
  role: ModelRole;
  id: string;
  file: string;
  sha256: string;
}

/**
 * Loads the networks from the directory that `npm run vision:models` fills. Results do not depend on the thread count.
 * @throws Error when a file is missing, or is not the one its manifest names; the process must not go on then
 */
export async function loadFaceModels(directory: string): Promise<FaceModels> {
  const manifest = await readManifest(directory);
  const [detector, mesh, descriptor] = await Promise.all([
    loadModel(directory, manifest.detector),
    loadModel(directory, manifest.mesh),
    loadModel(directory, manifest.descriptor),
  ]);
  const ids = {
    detector: modelId(manifest.detector),
    mesh: modelId(manifest.mesh),
    descriptor: modelId(manifest.descriptor),
  };
  return { detector, mesh, descriptor, ids };
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
  return InferenceSession.create(bytes, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    logSeverityLevel: 3,
  });
}

function modelId(entry: ManifestEntry): string {
  return `${entry.id}@${entry.sha256.slice(0, 12)}`;
}
