/**
 * Counts the letters to insert, remove or replace to turn one text into the other.
 * @param most once the distance is certain to exceed this, the result is `Infinity`
 */
export function editDistance(one: string, other: string, most = Infinity): number {
  if (Math.abs(one.length - other.length) > most) return Infinity;
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const letter of one) {
    const [corner = 0] = row;
    const next = [corner + 1];
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (other[column - 1] === letter ? 0 : 1);
      next.push(Math.min((row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, replaced));
    }
    if (Math.min(...next) > most) return Infinity;
    row = next;
  }
  const distance = row[other.length] ?? 0;
  return distance > most ? Infinity : distance;
}

/**
 * Finds the candidate with the smallest distance, the first one on a tie; `null` if every candidate differs in too many letters.
 * @param most maximum number of differing letters; default: two, or a third of the candidate's length if that is more
 */
export function nearest(given: string, candidates: readonly string[], most?: number): string | null {
  const [best] = candidates
    .map((candidate) => {
      const allowed = most ?? Math.max(2, Math.ceil(candidate.length / 3));
      return { candidate, distance: editDistance(given, candidate, Math.min(allowed, candidate.length - 1)) };
    })
    .filter(({ distance }) => distance < Infinity)
    .toSorted((a, b) => a.distance - b.distance);
  return best?.candidate ?? null;
}
