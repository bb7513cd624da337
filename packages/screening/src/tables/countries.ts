import { foldKey } from './fold-key.ts';
import { BrokenTable, tableLines } from './table-file.ts';

export interface Countries {
  /**
   * Alpha-2 code for an alpha-2 or alpha-3 code, an English name, a former name, a demonym or a common prose form, ignoring case and
   * accents; includes codes of former states. Null if the table does not have it.
   */
  codeOf(text: string): string | null;
  /** English short name; null for an unknown code. */
  nameOf(code: string): string | null;
  /** Alpha-2 codes of the successors of a former state; empty for others. */
  successorsOf(code: string): readonly string[];
  /** All alpha-2 codes in the table, including former states, in file order. */
  codes: readonly string[];
}

const leading = /^(?:the|republic of|state of|kingdom of|citizen of|citizen) /u;

/** Loads entries of the form `AA;AAA;Short name;other name, other name;successor successor`. */
export function loadCountries(): Countries {
  const names = new Map<string, string>();
  const codes = new Map<string, string>();
  const successors = new Map<string, readonly string[]>();
  for (const line of tableLines('countries')) {
    const [code = '', alpha3 = '', name = '', others = '', after = ''] = line.split(';');
    if (!/^[A-Z]{2}$/u.test(code) || name === '' || names.has(code))
      throw new BrokenTable(`countries: "${line}" is no entry`);
    names.set(code, name);
    if (after !== '') successors.set(code, after.split(' '));
    for (const text of [code, alpha3, name, ...others.split(',')]) {
      const key = foldKey(text);
      const known = codes.get(key);
      if (known !== undefined && known !== code)
        throw new BrokenTable(`countries: "${text}" names both ${known} and ${code}`);
      if (key !== '') codes.set(key, code);
    }
  }
  return {
    codeOf(text) {
      const key = foldKey(text);
      return codes.get(key) ?? codes.get(key.replace(leading, '')) ?? null;
    },
    nameOf: (code) => names.get(code) ?? null,
    successorsOf: (code) => successors.get(code) ?? [],
    codes: [...names.keys()],
  };
}
