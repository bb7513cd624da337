import type { PartName } from '@countersign/findings';
import { loadBarcodeReader } from '../barcode/zxing-reader.ts';
import { loadFaceModels, type FaceModels } from '../faces/face-models.ts';
import { inspectPictures, type InspectionInput } from './inspect-pictures.ts';
import { createTimeLimit } from './time-limit.ts';
import { readMrz } from '../mrz/read-mrz.ts';
import type { InspectedFindings } from './picture-findings.ts';
import { openTextEngine } from '../printed/open-text-engine.ts';
import type { TextEngine } from '../printed/text-engine.ts';

/** Looks at the pictures of attempts, one attempt at a time; one inspector per thread. */
export interface Inspector {
  inspect(input: Omit<InspectionInput, 'limit'>): Promise<InspectedFindings>;
  models: FaceModels;
  /** Ends what the inspector started. */
  close(): Promise<void>;
}

/** What an inspector is made with. */
export interface InspectorOptions {
  /** Directory of the built-in models, and of the network for print in Latin letters. */
  modelsDir: string;
  /** Directory of an operator's models; `null` for none. */
  slotsDir?: string | null;
  /** Which reader of print: the machine's own or else the shipped one (`auto`), one of them alone, or none. */
  textEngine?: 'auto' | 'native' | 'bundled' | 'off';
  /** Directory in memory into which pages may be put for the machine's own reader; `null` for none. @see openTextEngine */
  pagesDir?: string | null;
  /** Called for every part that failed; the findings only name it as not computed. */
  onFailure?: (part: PartName, error: unknown) => void;
  /**
   * Milliseconds of processor that the inspector, and nothing beside it, has used since whenever; time by the clock is no time of a
   * picture. By default 0, so that only the clock ends a look, and no picture is called slow.
   */
  used?: () => number;
}

/** After so many seconds of processor no further part is started; what is left is reported as not computed. Twice as many in a final look. */
const secondsPerAttempt = 12;

/**
 * Loads the models and is ready to inspect; the reader of print starts when it is first needed.
 * @throws Error when a model is missing or not the one that its manifest names
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

/** @throws Error when the machine's own reader was demanded and cannot be used */
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
