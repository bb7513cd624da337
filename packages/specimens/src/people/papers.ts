/** Numbers on a Mexican voter card, all invented, with the correct format and check digits. */
export interface MexicanPapers {
  culture: 'mx';
  surnames: [first: string, second: string];
  curp: string;
  voterKey: string;
  /** Nine digits, the number of the card. */
  cic: string;
  /** Thirteen digits. */
  ocr: string;
  /** Four digits. */
  section: string;
  registrationYear: string;
  /** Two digits. */
  emission: string;
  /** Five digits. */
  folio: string;
  address: string[];
}

/** Numbers on the Colombian identity cards. */
export interface ColombianPapers {
  culture: 'co';
  surnames: [first: string, second: string];
  /** Ten digits, the number of the person. */
  nuip: string;
  /** Nine digits, the serial number of the digital card. */
  cardSerial: string;
  /** Two and three digits, the registry's own codes. */
  department: string;
  municipality: string;
  issuePlace: string;
  /** In metres, such as `1.67`. */
  height: string;
  bloodGroup: string;
}

/** Numbers on a Brazilian driving licence. */
export interface BrazilianPapers {
  culture: 'br';
  cpf: string;
  /** Eleven digits, the same for life. */
  licenceNumber: string;
  /** Ten digits, new on each card. */
  cardNumber: string;
  /** Two letters and nine digits. */
  renach: string;
  identity: string;
  categories: string;
  /** `YYYY-MM-DD`. */
  firstLicence: string;
  father: string;
  mother: string;
}

/** Details on a licence of the United States' kind besides those of the person. */
export interface AmericanPapers {
  culture: 'us';
  licenceNumber: string;
  licenceClass: string;
  address: string[];
  /** In inches. */
  height: number;
  /** In pounds. */
  weight: number;
  eyes: string;
  hair: string;
  discriminator: string;
}

/** Details on the documents of one culture. */
export type Papers = MexicanPapers | ColombianPapers | BrazilianPapers | AmericanPapers;
