/** Portraits on file at the simulated registries. */
import fs from 'node:fs';
import path from 'node:path';
import type { RegistryImage } from '@countersign/core';
import { ConfigError } from '../../runtime/config-error.ts';

/** Portraits by the number of the person they show. */
export type Portraits = ReadonlyMap<string, RegistryImage>;

const formats: Readonly<Record<string, RegistryImage['format']>> = {
  '.jpg': 'jpeg',
  '.jpeg': 'jpeg',
  '.png': 'png',
};

/**
 * Reads a directory of pictures named after the person's number, `90000004081.jpg`; other files are ignored.
 * @throws ConfigError when there is no such directory, or one of its pictures cannot be read
 * @see spec/registries.md 15.1
 */
export function readPortraits(directory: string): Portraits {
  try {
    return new Map(
      fs.readdirSync(directory).flatMap((name) => {
        const { name: number, ext } = path.parse(name);
        const format = formats[ext.toLowerCase()];
        if (format === undefined || !/^\d+$/.test(number)) return [];
        const bytes = new Uint8Array(fs.readFileSync(path.join(directory, name)));
        return [[number, { format, bytes }] as const];
      }),
    );
  } catch {
    throw new ConfigError(
      `SIM_PORTRAITS: must be a directory of portraits that can be read, not ${directory}`,
    );
  }
}

/** Compares two pictures and takes ownership of them. */
interface Comparer {
  compareFaces(pictures: readonly [Uint8Array, Uint8Array]): Promise<number | null>;
}

/** Options with which a simulator compares faces for the numbers it has portraits of. */
export function comparedWith(portraits: Portraits, comparer: Comparer) {
  return {
    portraits,
    // Passes copies, because a portrait is compared repeatedly.
    compareFaces: (portrait: RegistryImage, selfie: RegistryImage) =>
      comparer.compareFaces([new Uint8Array(portrait.bytes), new Uint8Array(selfie.bytes)]),
  };
}
