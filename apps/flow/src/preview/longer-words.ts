/** Filler words of 40 % of the length of a text. */
function longer(text: string): string {
  const filler = 'longer text ';
  const wanted = Math.ceil(text.length * 0.4);
  return text === ''
    ? ''
    : `${text} ${filler
        .repeat(Math.ceil(wanted / filler.length))
        .slice(0, wanted)
        .trim()}`;
}

function lengthen(value: unknown): unknown {
  if (typeof value === 'string') return longer(value);
  if (typeof value === 'function')
    return (...given: unknown[]) => longer(String((value as (...all: unknown[]) => unknown)(...given)));
  if (Array.isArray(value)) return value.map(lengthen);
  return Object.fromEntries(Object.entries(value as object).map(([key, part]) => [key, lengthen(part)]));
}

/** An artificial language in which every text is 40 % longer, as translations can be. */
export const longerWords = <Part>(words: Part): Part => lengthen(words) as Part;
