/** A kind, as records name it, in letters for people: `job_parked` becomes `Job parked`. */
export function kindText(kind: string): string {
  const text = kind.replaceAll(/[_-]/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
