/** Who did something, as people read it: `cli:ada` becomes `ada`. */
export const actorName = (actor: string): string => actor.replace(/^cli:/, '');
