import { loadFaceModels, type FaceModels } from './face-models.ts';
import { inspectPictures } from './inspect-pictures.ts';
import { readMrz } from './mrz/read-mrz.ts';
import type { Picture, PictureFindings } from './picture-findings.ts';

/** Looks at the pictures of attempts, one attempt at a time; one inspector per thread. */
export interface Inspector {
  /**
   * @param input.pictures all pictures of one attempt, in upload order
   * @param input.today `YYYY-MM-DD`
   */
  inspect(input: { pictures: readonly Picture[]; today: string }): Promise<PictureFindings>;
  models: FaceModels;
}

/** After so many seconds no further picture is started; what is left is reported as not computed. */
const secondsPerAttempt = 12;

/**
 * Loads the models and is ready to inspect.
 * @param options.onFailure told of every part that failed; the findings only say that it was not computed
 * @throws Error when a model is missing or not the one that the manifest names
 */
export async function createInspector(options: {
  modelsDir: string;
  onFailure?: (part: string, error: unknown) => void;
}): Promise<Inspector> {
  const models = await loadFaceModels(options.modelsDir);
  const { onFailure } = options;
  const parts = { models, readMrz, ...(onFailure ? { onFailure } : {}) };
  return {
    models,
    inspect: (input) => {
      const until = performance.now() + secondsPerAttempt * 1000;
      return inspectPictures(parts, { ...input, outOfTime: () => performance.now() > until });
    },
  };
}
