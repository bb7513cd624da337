import type { PartName } from '@countersign/findings';
import { loadBarcodeReader } from '../barcode/zxing-reader.ts';
import { loadFaceModels, type FaceModels } from '../faces/face-models.ts';
import { inspectPictures, type InspectionInput } from './inspect-pictures.ts';
import { createTimeLimit } from './time-limit.ts';
import { readMrz } from '../mrz/read-mrz.ts';
import type { InspectedFindings } from './picture-findings.ts';
import { openTextEngine } from '../printed/open-text-engine.ts';
import type { TextEngine } from '../printed/text-engine.ts';

/** Inspects the pictures of attempts, one attempt at a time; use one inspector per thread. */
export interface Inspector {
  inspect(input: Omit<InspectionInput, 'limit'>): Promise<InspectedFindings>;
  models: FaceModels;
  /** Releases the resources of the inspector. */
  close(): Promise<void>;
}

/** Options of an inspector. */
export interface InspectorOptions {
  /** Directory of the built-in models, and of the text network for Latin letters. */
  modelsDir: string;
  /** Directory of an operator's models; `null` if there are none. */
  slotsDir?: string | null;
  /** The text engine: the one installed on the machine with the bundled one as a fallback (`auto`), only one of them, or none. */
  textEngine?: 'auto' | 'native' | 'bundled' | 'off';
  /** In-memory directory in which pages may be stored for the installed text engine; `null` if there is none. @see openTextEngine */
  pagesDir?: string | null;
  /** Called for every part that failed; the findings only name it as not computed. */
  onFailure?: (part: PartName, error: unknown) => void;
  /**
   * Processor time in milliseconds that the inspector alone has used, from any starting point; wall-clock time does not measure a
   * picture. By default always 0, so that only the wall clock ends an inspection, and no picture is reported as slow.
   */
  used?: () => number;
}

/**
 * Seconds of processor time after which no further part is started; the remaining parts are reported as not computed. Doubled in a final
 * inspection.
 */
const secondsPerAttempt = 12;

/**
 * Loads the models and creates an inspector; the text engine starts on first use.
 * @throws Error if a model is missing or does not match its manifest
 */
export async function createInspector(options: InspectorOptions): Promise<Inspector> {
  const { modelsDir, slotsDir = null, textEngine = 'auto', onFailure, used = () => 0 } = options;
  const { pagesDir = null } = options;
  const models = await loadFaceModels(modelsDir, { slots: slotsDir });
  await loadBarcodeReader();
  let opened: Promise<TextEngine> | null = null;
  const openText = (): Promise<TextEngine> =>
    (opened ??= openReader(textEngine, { pagesDir, modelsDir, used }));
  const parts = {
    models,
    readMrz,
    openText: textEngine === 'off' ? null : openText,
    ...(onFailure ? { onFailure } : {}),
  };
  return {
    models,
    inspect: (input) => {
      const ms = secondsPerAttempt * (input.final ? 2000 : 1000);
      const limit = createTimeLimit(ms, { used, patience: input.patience ?? 1 });
      return inspectPictures(parts, { ...input, limit });
    },
    close: async () => (await opened)?.close(),
  };
}

/** @throws Error if the installed text engine was requested and cannot be used */
async function openReader(
  kind: 'auto' | 'native' | 'bundled' | 'off',
  options: { pagesDir: string | null; modelsDir: string; used: () => number },
): Promise<TextEngine> {
  const engine = await openTextEngine({ ...(kind === 'bundled' ? { nativeCommand: null } : {}), ...options });
  if (kind === 'native' && !engine.name.startsWith('tesseract ')) {
    await engine.close();
    throw new Error('the machine has no tesseract with the languages eng, spa and por');
  }
  return engine;
}
