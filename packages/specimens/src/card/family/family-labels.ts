/** Fields on documents of families. */
const familyFields = [
  'lastName',
  'firstName',
  'birthDate',
  'sex',
  'number',
  'nationality',
  'expiryDate',
  'issueDate',
  'birthPlace',
  'personalNumber',
  'authority',
] as const;

/** One of `familyFields`. */
export type FamilyField = (typeof familyFields)[number];

/** Labels of the fields, by language. */
export const familyLabels = {
  en: {
    lastName: 'Surname', firstName: 'Given names', birthDate: 'Date of birth', sex: 'Sex', number: 'Document No.',
    nationality: 'Nationality', expiryDate: 'Date of expiry', issueDate: 'Date of issue', birthPlace: 'Place of birth',
    personalNumber: 'Personal No.', authority: 'Authority',
  },
  fr: {
    lastName: 'Nom', firstName: 'Prénoms', birthDate: 'Date de naissance', sex: 'Sexe', number: 'N° du document',
    nationality: 'Nationalité', expiryDate: 'Date d’expiration', issueDate: 'Date de délivrance',
    birthPlace: 'Lieu de naissance', personalNumber: 'N° personnel', authority: 'Autorité',
  },
  de: {
    lastName: 'Name', firstName: 'Vornamen', birthDate: 'Geburtsdatum', sex: 'Geschlecht', number: 'Dokumentnummer',
    nationality: 'Staatsangehörigkeit', expiryDate: 'Gültig bis', issueDate: 'Ausstellungsdatum', birthPlace: 'Geburtsort',
    personalNumber: 'Personennummer', authority: 'Behörde',
  },
  es: {
    lastName: 'Apellidos', firstName: 'Nombres', birthDate: 'Fecha de nacimiento', sex: 'Sexo', number: 'Número',
    nationality: 'Nacionalidad', expiryDate: 'Fecha de caducidad', issueDate: 'Fecha de expedición',
    birthPlace: 'Lugar de nacimiento', personalNumber: 'Núm. personal', authority: 'Autoridad',
  },
  pt: {
    lastName: 'Apelidos', firstName: 'Nomes próprios', birthDate: 'Data de nascimento', sex: 'Sexo', number: 'N.º do documento',
    nationality: 'Nacionalidade', expiryDate: 'Data de validade', issueDate: 'Data de emissão',
    birthPlace: 'Local de nascimento', personalNumber: 'N.º pessoal', authority: 'Autoridade',
  },
  it: {
    lastName: 'Cognome', firstName: 'Nome', birthDate: 'Data di nascita', sex: 'Sesso', number: 'Numero documento',
    nationality: 'Cittadinanza', expiryDate: 'Data di scadenza', issueDate: 'Data di emissione',
    birthPlace: 'Luogo di nascita', personalNumber: 'N. personale', authority: 'Autorità',
  },
  nl: {
    lastName: 'Naam', firstName: 'Voornamen', birthDate: 'Geboortedatum', sex: 'Geslacht', number: 'Documentnummer',
    nationality: 'Nationaliteit', expiryDate: 'Geldig tot', issueDate: 'Datum van afgifte', birthPlace: 'Geboorteplaats',
    personalNumber: 'Persoonsnummer', authority: 'Autoriteit',
  },
  pl: {
    lastName: 'Nazwisko', firstName: 'Imiona', birthDate: 'Data urodzenia', sex: 'Płeć', number: 'Numer dokumentu',
    nationality: 'Obywatelstwo', expiryDate: 'Termin ważności', issueDate: 'Data wydania', birthPlace: 'Miejsce urodzenia',
    personalNumber: 'Numer osobowy', authority: 'Organ wydający',
  },
  sv: {
    lastName: 'Efternamn', firstName: 'Förnamn', birthDate: 'Födelsedatum', sex: 'Kön', number: 'Handlingens nr',
    nationality: 'Medborgarskap', expiryDate: 'Sista giltighetsdag', issueDate: 'Utfärdandedatum', birthPlace: 'Födelseort',
    personalNumber: 'Personnr', authority: 'Myndighet',
  },
  tr: {
    lastName: 'Soyadı', firstName: 'Adı', birthDate: 'Doğum tarihi', sex: 'Cinsiyet', number: 'Belge no',
    nationality: 'Uyruğu', expiryDate: 'Son geçerlilik', issueDate: 'Veriliş tarihi', birthPlace: 'Doğum yeri',
    personalNumber: 'Kişisel no', authority: 'Makam',
  },
  et: {
    lastName: 'Perekonnanimi', firstName: 'Eesnimi', birthDate: 'Sünniaeg', sex: 'Sugu', number: 'Dokumendi nr',
    nationality: 'Kodakondsus', expiryDate: 'Kehtiv kuni', issueDate: 'Välja antud', birthPlace: 'Sünnikoht',
    personalNumber: 'Isikukood', authority: 'Välja andnud',
  },
  hr: {
    lastName: 'Prezime', firstName: 'Ime', birthDate: 'Datum rođenja', sex: 'Spol', number: 'Broj isprave',
    nationality: 'Državljanstvo', expiryDate: 'Datum isteka', issueDate: 'Datum izdavanja', birthPlace: 'Mjesto rođenja',
    personalNumber: 'Osobni broj', authority: 'Izdavatelj',
  },
} satisfies Record<string, Record<FamilyField, string>>; // prettier-ignore

/** Language of labels, ISO 639-1. */
export type FamilyLanguage = keyof typeof familyLabels;

/** Names of months in three or four letters, by language of the date. */
export const familyMonths = {
  en: ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'],
  fr: ['JANV', 'FÉVR', 'MARS', 'AVR', 'MAI', 'JUIN', 'JUIL', 'AOÛT', 'SEPT', 'OCT', 'NOV', 'DÉC'],
} as const;
