import { linePattern, lineRule } from '@countersign/contract';
import type { BrandingSettings } from './branding-settings.ts';
import { InvalidSetting } from './integration-settings.ts';
import { shownValue } from './setting-form.ts';

const isLine = new RegExp(linePattern, 'u');

/** The texts of a change of how the flow looks. */
interface BrandTexts {
  name?: string | null | undefined;
  texts?: BrandingSettings['texts'] | undefined;
}

/**
 * Refuses texts of a change that are not one line which can be seen and turns no direction. Stored ones stay in force whatever they
 * are: they are read with every request, and earlier releases took them.
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

/** With what is not seen, or turns the direction, as its number. */
const seen = (text: string): string =>
  text.replaceAll(/[\p{C}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu, (character) => {
    const number = character.codePointAt(0) ?? 0;
    return `U+${number.toString(16).toUpperCase().padStart(4, '0')}`;
  });
