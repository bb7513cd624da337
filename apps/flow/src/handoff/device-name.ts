import type { FlowDevice } from '@countersign/contract';
import type { Words } from '../words/en.ts';

/** A device in words: `Safari on iOS`. */
export function deviceName(words: Words, { browser, system }: FlowDevice): string {
  if (browser === null) return system ?? words.deviceUnknown;
  return system === null ? browser : words.deviceOf(browser, system);
}
