/**
 * Territories with ISO 3166-1 codes of their own whose people hold documents of another code: Puerto Ricans have US passports and
 * licences, for example.
 */
const territoriesOf: Readonly<Record<string, string>> = {
  AU: 'CC CX HM NF',
  CN: 'HK MO',
  DK: 'FO GL',
  FI: 'AX',
  FR: 'BL GF GP MF MQ NC PF PM RE TF WF YT',
  GB: 'AI BM FK GG GI GS IM IO JE KY MS PN SH TC VG',
  NL: 'AW BQ CW SX',
  NO: 'BV SJ',
  NZ: 'CK NU TK',
  US: 'AS GU MP PR UM VI',
};

/** Whether a territory belongs to a state; ISO 3166-1 alpha-2 codes. */
export const isPartOf = (territory: string, state: string): boolean =>
  (territoriesOf[state] ?? '').split(' ').includes(territory);
