const hidden = '•••';

/** Masks a name to its initials: `Ana María` becomes `A••• M•••`. */
export const maskName = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `${String.fromCodePoint(word.codePointAt(0) ?? 0)}${hidden}`)
    .join(' ');

/** Masks a number or reference to its last two characters, provided enough others stay hidden. */
export function maskNumber(value: string): string {
  const letters = Array.from(value);
  return letters.length < 6 ? hidden : `${hidden}${letters.slice(-2).join('')}`;
}

/** A field of a person or document as shown to viewers who have not revealed it. */
export function maskField(field: string, value: string): string {
  if (field === 'firstName' || field === 'lastName') return maskName(value);
  return field === 'number' || field === 'personalNumber' ? maskNumber(value) : hidden;
}
