import type { CoIdType } from '../port.ts';

/** After removing dots and blanks. @see spec/registries.md 12.7 */
const shapes: Readonly<Record<CoIdType, RegExp>> = {
  CC: /^\d{3,10}$/,
  TI: /^\d{10,11}$/,
  CE: /^(\d{6,8}|\d{1,7}[A-Z])$/,
  NIT: /^\d{9,10}-?\d$/,
};

const isIdType = (type: string): type is CoIdType => Object.hasOwn(shapes, type);

/**
 * A document's number as sent in registry queries: without dots and blanks, a NIT without its hyphen. Check digits are not
 * verified: a cédula has none, and that of a NIT is advisory.
 * @param idType as supplied; anything but `CC`, `CE`, `NIT`, `TI` has no shape
 * @returns `null` when no document of this type can have such a number
 * @see spec/registries.md 12.7
 */
export function colombianId(idType: string, text: string): { idType: CoIdType; number: string } | null {
  const number = text.replace(/[.\s]/g, '');
  return isIdType(idType) && shapes[idType].test(number) ? { idType, number: number.replace('-', '') } : null;
}
