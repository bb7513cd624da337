import type { FlowDevice } from '@countersign/contract';
import type { FirstWords } from '../words/camera-texts.ts';

/** Readable name of a device: `Safari on iOS`. */
export function deviceName(words: FirstWords, { browser, system }: FlowDevice): string {
  if (browser === null) return system ?? words.deviceUnknown;
  return system === null ? browser : words.deviceOf(browser, system);
}
