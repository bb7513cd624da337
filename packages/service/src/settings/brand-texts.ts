import { linePattern, lineRule } from '@countersign/contract';
import type { BrandingSettings } from './branding-settings.ts';
import { InvalidSetting } from './integration-settings.ts';
import { shownValue } from './setting-form.ts';

const isLine = new RegExp(linePattern, 'u');

/** The texts in a change of branding. */
interface BrandTexts {
  name?: string | null | undefined;
  texts?: BrandingSettings['texts'] | undefined;
}

/**
 * Rejects new texts that are not a single visible line or that change the text direction. Stored ones remain valid
 * regardless: they are read on every request, and earlier releases accepted them.
 * @throws InvalidSetting naming the first
 * @see spec/contract.md A-415
 */
export function requireBrandTexts({ name, texts = {} }: BrandTexts = {}): void {
  const given = Object.entries(texts).flatMap(([language, own]) =>
    Object.entries(own ?? {}).map(([member, text]) => [`texts.${language}.${member}`, text] as const),
  );
  for (const [member, text] of [['name', name] as const, ...given])
    if (typeof text === 'string' && !isLine.test(text))
      throw new InvalidSetting(`branding.${member}: ${lineRule}, not ${shownValue(seen(text))}`);
}

/** Replaces invisible characters, and those that change the direction, by their code point. */
const seen = (text: string): string =>
  text.replaceAll(/[\p{C}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu, (character) => {
    const number = character.codePointAt(0) ?? 0;
    return `U+${number.toString(16).toUpperCase().padStart(4, '0')}`;
  });
