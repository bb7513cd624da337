/** Turns an identifier into readable text: `job_parked` becomes `Job parked`, `lastName` `Last name`. */
export function kindText(kind: string): string {
  const text = kind
    .replaceAll(/[_-]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
