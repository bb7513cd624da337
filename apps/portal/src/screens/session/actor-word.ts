import type { Words } from '../../words/words.ts';

/** Display name of an actor: people by name, others by their kind. */
export const actorWord = (words: Pick<Words, 'audit'>, actor: string): string =>
  (words.audit.actors as Record<string, string>)[actor.split(':')[0] ?? actor] ?? actor;
