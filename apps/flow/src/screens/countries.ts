import { countryCodes } from '@countersign/contract';

/** A country to choose from. */
export interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string;
  /** Name in the language of the page. */
  name: string;
}

interface Names {
  of(code: string): string | undefined;
}

/** Names from the platform; the code itself if there is none. */
function namesIn(language: string): Names {
  const { DisplayNames } = Intl as unknown as {
    DisplayNames?: new (language: string, options: { type: 'region' }) => Names;
  };
  return DisplayNames ? new DisplayNames(language, { type: 'region' }) : { of: (code) => code };
}

/** Countries sorted by name. @param allowed `null`: all */
export function countriesIn(language: string, allowed: readonly string[] | null): Country[] {
  const names = namesIn(language);
  return (allowed ?? [...countryCodes])
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((one, other) => one.name.localeCompare(other.name, language));
}

/** Region of a BCP 47 tag in upper case; `null` if it has none. */
export const regionOf = (tag: string): string | null =>
  /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})\b/i.exec(tag)?.[1]?.toUpperCase() ?? null;
