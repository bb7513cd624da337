const hidden = '•••';

/** A name by its initials: `Ana María` is `A••• M•••`. */
export const maskName = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `${String.fromCodePoint(word.codePointAt(0) ?? 0)}${hidden}`)
    .join(' ');

/** A number or reference by its last two characters, where enough others stay hidden. */
export function maskNumber(value: string): string {
  const letters = Array.from(value);
  return letters.length < 6 ? hidden : `${hidden}${letters.slice(-2).join('')}`;
}

/** A value of a field of a person or document, as whoever has not revealed it sees it. */
export function maskField(field: string, value: string): string {
  if (field === 'firstName' || field === 'lastName') return maskName(value);
  return field === 'number' || field === 'personalNumber' ? maskNumber(value) : hidden;
}
