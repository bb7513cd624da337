import type { Words } from '../../words/words.ts';

/** Names of people as they are; other actors by their kind. */
export const actorWord = (words: Pick<Words, 'audit'>, actor: string): string =>
  (words.audit.actors as Record<string, string>)[actor.split(':')[0] ?? actor] ?? actor;
