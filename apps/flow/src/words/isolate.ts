/** Letters that are written from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

const isolated = (value: unknown, direction: string): unknown =>
  typeof value === 'string' && (direction === 'rtl' || rightToLeft.test(value))
    ? `\u2068${value}\u2069`
    : value;

type Text = (...given: unknown[]) => string;

/**
 * Wraps names in a catalogue's sentences in the characters FSI and PDI, so that their direction does not affect the sentence;
 * needed where either is written from right to left.
 * @param direction of the catalogue
 */
export function isolateArguments<Part>(words: Part, direction: 'ltr' | 'rtl'): Part {
  const within = (part: unknown): unknown => {
    if (typeof part === 'function')
      return (...given: unknown[]) => (part as Text)(...given.map((each) => isolated(each, direction)));
    if (typeof part !== 'object' || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part!).map(([name, each]) => [name, within(each)]));
  };
  return within(words) as Part;
}
