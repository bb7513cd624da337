/** Readable name of an actor: `cli:ada` becomes `ada`. */
export const actorName = (actor: string): string => actor.replace(/^cli:/, '');
