import fs from 'node:fs';
import path from 'node:path';
import type { RegistryImage } from '@countersign/core';
import {
  type Simulator,
  simulatorFromEnvironment,
  type SimulatorOptions,
  SimulatorSettingError,
  startSimulator,
} from '@countersign/registries';
import { ConfigError } from '../config.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Plays the registries to invented people until SIGTERM or SIGINT; resolves with the exit code.
 * @param portraitsDir pictures named by the number whose portrait they are, `90000004081.jpg`; `null`: faces are never compared
 * @throws ConfigError
 * @see spec/registries.md 15
 */
export async function runSimulator(env: Environment, portraitsDir: string | null): Promise<number> {
  const ended = nextSignal();
  const options = settingsFrom(env);
  const faces = portraitsDir === null ? null : await openFaces(portraitsDir);
  const simulator = await startSimulator({
    ...options,
    ...faces?.options,
    onBug: (error) =>
      process.stderr.write(`a bug of the simulator: ${error instanceof Error ? error.name : 'unknown'}\n`),
  });
  greet(simulator, options);
  await ended;
  await simulator.close();
  await faces?.close();
  return 0;
}

function settingsFrom(env: Environment): SimulatorOptions {
  try {
    return simulatorFromEnvironment(env);
  } catch (error) {
    throw error instanceof SimulatorSettingError ? new ConfigError(error.message) : error;
  }
}

function greet({ url, tlsUrl }: Simulator, { controlToken }: SimulatorOptions): void {
  const control = controlToken ? `${url}/__sim` : 'off: SIM_CONTROL_TOKEN is not set';
  const lines = [
    `Registries      ${url}`,
    `Sandbox         ${url}/sandbox`,
    ...(tlsUrl === null ? [] : [`Behind TLS      ${tlsUrl}`]),
    `Control         ${control}`,
  ];
  process.stdout.write(`\n  ${lines.join('\n  ')}\n\ncountersign simulator ready ${url}\n`);
}

const nextSignal = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });

/** Portraits on file and the service's own comparer, in a process of its own. */
async function openFaces(directory: string) {
  const portraits = readPortraits(directory);
  // Loaded only here: it needs the models, which a simulator without portraits does without.
  const { openComparer } = await import('../compose.ts');
  const vision = await openComparer(({ message }) =>
    process.stderr.write(`faces can no longer be compared: ${message}\n`),
  );
  return {
    options: {
      portraits,
      // Copies: what is compared is handed over to another process, and portraits are compared again.
      compareFaces: (portrait: RegistryImage, selfie: RegistryImage) =>
        vision.compareFaces([new Uint8Array(portrait.bytes), new Uint8Array(selfie.bytes)]),
    },
    close: () => vision.close(),
  };
}

const formats: Readonly<Record<string, RegistryImage['format']>> = {
  '.jpg': 'jpeg',
  '.jpeg': 'jpeg',
  '.png': 'png',
};

/** @throws ConfigError when there is no such directory */
function readPortraits(directory: string): Map<string, RegistryImage> {
  let names: string[];
  try {
    names = fs.readdirSync(directory);
  } catch {
    throw new ConfigError('the directory of portraits cannot be read');
  }
  const portraits = names.flatMap((name) => {
    const { name: number, ext } = path.parse(name);
    const format = formats[ext.toLowerCase()];
    if (format === undefined || !/^\d+$/.test(number)) return [];
    return [
      [number, { format, bytes: new Uint8Array(fs.readFileSync(path.join(directory, name))) }] as const,
    ];
  });
  return new Map(portraits);
}
