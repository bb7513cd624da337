import type { SecretReference } from './registry-settings.ts';

/** Where secrets are looked up. */
export interface SecretSources {
  env: Readonly<Record<string, string | undefined>>;
  /** @throws Error when there is no such file */
  readFile(path: string): string;
}

/**
 * The text behind a reference; a line break at the end of a file is not part of it.
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
