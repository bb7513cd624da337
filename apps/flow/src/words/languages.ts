import {
  directionOf,
  type FlowBrand,
  type FlowLanguage,
  flowLanguages,
  matchFlowLanguage,
} from '@countersign/contract';
import type { CameraWords, FirstWords } from './camera-texts.ts';
import { isWhole, type Speech } from './context.ts';
import { isolateArguments } from './isolate.ts';

/** Catalogues are files beside the script; the build sets what their names end with. */
declare const wordsDigest: string;

/**
 * The first of the wishes that is offered; the default language where there is none.
 * @param wishes BCP 47 tags, the most important first; empty and unknown ones are passed over
 * @see spec/contract.md A-106, A-266, A-307
 */
export function resolveLanguage(
  wishes: readonly (string | null | undefined)[],
  {
    languages: offered = flowLanguages,
    defaultLanguage = 'en',
  }: Pick<FlowBrand, 'languages' | 'defaultLanguage'> = {},
): FlowLanguage {
  for (const wish of wishes) {
    const found = wish && matchFlowLanguage(wish, offered);
    if (found) return found;
  }
  return defaultLanguage;
}

/** Milliseconds before a download that failed is tried again; the last of them from then on. */
const retryMs = [500, 2_000, 5_000, 10_000];

/** Loads a part of a catalogue. A download that fails is repeated until the network is back: by another URL, as a module that failed stays so. */
async function loadPart<Part extends object>(
  part: 'words' | 'camera-words',
  language: FlowLanguage,
): Promise<Part> {
  for (let turn = 0; ; turn += 1) {
    try {
      const file = `./${part}-${language}-${wordsDigest}.js${turn ? `?${turn}` : ''}`;
      const { words } = (await import(file)) as { words: Part };
      return isolateArguments(words, directionOf(language));
    } catch {
      const ms = retryMs[Math.min(turn, retryMs.length - 1)];
      await new Promise((resolve) => setTimeout(resolve, ms));
    }
  }
}

/** Loads what the first screens need of one catalogue; of the others nothing is downloaded. */
export const loadWords = (language: FlowLanguage): Promise<FirstWords> => loadPart('words', language);

/** Adds the texts of the camera to those that are there. */
export async function loadCameraWords({ words, language }: Speech): Promise<void> {
  if (!isWhole(words)) Object.assign(words, await loadPart<CameraWords>('camera-words', language));
}
