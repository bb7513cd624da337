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

/** Catalogues are files beside the script; the build sets the suffix of their names. */
declare const wordsDigest: string;

/**
 * The first preferred language that is offered, otherwise the default language.
 * @param wishes BCP 47 tags in order of preference; empty and unknown ones are skipped
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

/** Delays in milliseconds before a failed download is retried; the last one applies from then on. */
const retryMs = [500, 2_000, 5_000, 10_000];

/**
 * Loads part of a catalogue. A failed download is repeated until the network is back, each time under another URL, because a
 * failed module import is cached.
 */
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

/** Loads the texts of the first screens for one language; nothing is downloaded for the others. */
export const loadWords = (language: FlowLanguage): Promise<FirstWords> => loadPart('words', language);

/** Adds the camera's texts to the loaded ones. */
export async function loadCameraWords({ words, language }: Speech): Promise<void> {
  if (!isWhole(words)) Object.assign(words, await loadPart<CameraWords>('camera-words', language));
}
