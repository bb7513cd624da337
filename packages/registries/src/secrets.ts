import type { SecretReference } from './registry-settings.ts';

/** Sources of secrets. */
export interface SecretSources {
  env: Readonly<Record<string, string | undefined>>;
  /** @throws Error when the file does not exist */
  readFile(path: string): string;
}

/**
 * Resolves a reference to its text, without a trailing line break of a file.
 * @throws Error naming the variable or file that is missing or empty
 */
export function resolveSecret(reference: SecretReference, { env, readFile }: SecretSources): string {
  const [, kind, name] = /^(env|file|public):(.+)$/s.exec(reference) ?? [];
  if (!kind || !name) throw new Error('a secret is referred to as env:NAME or file:/path');
  if (kind === 'public') return name;
  const text = kind === 'env' ? env[name] : readFile(name).replace(/(\r?\n)+$/, '');
  if (!text)
    throw new Error(kind === 'env' ? `the variable ${name} is not set` : `the file ${name} is empty`);
  return text;
}
