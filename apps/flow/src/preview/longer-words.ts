/** Words of a filler as long as 40 % of a text. */
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

/** A language that does not exist: every text 40 % longer, as translations can be. */
export const longerWords = <Part>(words: Part): Part => lengthen(words) as Part;
