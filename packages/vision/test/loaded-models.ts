import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadFaceModels, type FaceModels } from '../src/faces/face-models.ts';

/** Where `npm run vision:models` puts the networks. */
export const modelsDirectory = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../models');

let loading: Promise<FaceModels> | null = null;

/** The networks, loaded once for all tests of a process. */
export function loadedModels(): Promise<FaceModels> {
  loading ??= loadFaceModels(modelsDirectory);
  return loading;
}
