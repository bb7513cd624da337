/** Numbers of a Mexican voter card; all invented, all with the right shape and check digits. */
export interface MexicanPapers {
  culture: 'mx';
  surnames: [first: string, second: string];
  curp: string;
  voterKey: string;
  /** Nine digits, the card's own number. */
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

/** Numbers of the Colombian identity cards. */
export interface ColombianPapers {
  culture: 'co';
  surnames: [first: string, second: string];
  /** Ten digits, the person's number. */
  nuip: string;
  /** Nine digits, the digital card's number. */
  cardSerial: string;
  /** Two and three digits, the registry's own codes. */
  department: string;
  municipality: string;
  issuePlace: string;
  /** Metres, `1.67`. */
  height: string;
  bloodGroup: string;
}

/** Numbers of a Brazilian driving licence. */
export interface BrazilianPapers {
  culture: 'br';
  cpf: string;
  /** Eleven digits, kept for life. */
  licenceNumber: string;
  /** Ten digits, changes with each card. */
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

/** What a licence of the United States' kind shows besides the person. */
export interface AmericanPapers {
  culture: 'us';
  licenceNumber: string;
  licenceClass: string;
  address: string[];
  /** Inches. */
  height: number;
  /** Pounds. */
  weight: number;
  eyes: string;
  hair: string;
  discriminator: string;
}

/** Document details of one culture. */
export type Papers = MexicanPapers | ColombianPapers | BrazilianPapers | AmericanPapers;
