import type { FlowDevice } from '@countersign/contract';

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Reduces a browser's self-description to two familiar names. The header itself is not kept, and nothing depends on it. */
export function deviceOf(userAgent: string | undefined): FlowDevice {
  const named = (table: readonly (readonly [RegExp, string])[]) =>
    table.find(([pattern]) => pattern.test((userAgent ?? '').slice(0, 1_000)))?.[1] ?? null;
  return { browser: named(browsers), system: named(systems) };
}

/** Browser and system under their usual names: `Firefox on Linux`. */
export function deviceWords(userAgent: string | undefined): string {
  const { browser, system } = deviceOf(userAgent);
  if (browser === null) return system ?? 'Unknown device';
  return system === null ? browser : `${browser} on ${system}`;
}
