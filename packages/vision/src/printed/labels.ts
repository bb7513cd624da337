import type { FieldName } from '@countersign/findings';
import type { ValueKind } from './values/read-value.ts';

/** Position of a value relative to its label. */
export type Direction = 'right' | 'below' | 'above';

/** A field and the labels that identify it. */
export interface LabelRule {
  /** `null` for a label that only marks the end of a neighbouring value. */
  field: FieldName | null;
  kind: ValueKind;
  /** As printed but without accents; case does not matter. May contain several languages. */
  labels: readonly string[];
  /** Positions to search, in this order; default: right, then below. */
  directions?: readonly Direction[];
  /** Maximum number of lines of the value; default 1. */
  lines?: number;
  /** A second field that receives the same value. */
  also?: FieldName;
  /** The lines contain surnames first and given names last, as on Mexican cards; the value provides `lastName` and `firstName`. */
  surnamesFirst?: boolean;
  /** The labels count only at the start of a run, like the field numbers on driving licences. */
  leading?: boolean;
}

/** Labels common to all identity documents, in Spanish, Portuguese, English, French and German. */
export const commonLabels: readonly LabelRule[] = [
  {
    field: 'lastName',
    kind: 'name',
    lines: 2,
    labels: [
      'Surname', 'Surnames', 'Last name', 'Family name', 'Nom', 'Name', 'Apellidos', 'Apellido', 'Primer apellido',
      'Sobrenome', 'Apelidos', 'Apelido', 'Cognome', 'Nachname', 'Familienname', 'Surname Nom', 'Apellidos Surname', 'Apellidos Surnames',
      'Apellidos y nombres',
    ],
  },
  {
    field: 'firstName',
    kind: 'name',
    lines: 2,
    labels: [
      'Given names', 'Given name', 'Given name s', 'First name', 'First names', 'Forenames', 'Forename', 'Prenom', 'Prenoms', 'Prenom s',
      'Nombres', 'Nombre', 'Nombre s', 'Nomes', 'Nome', 'Nomes proprios', 'Nome s proprio s', 'Vorname', 'Vornamen', 'Given names Prenoms', 'Nombres Given names',
    ],
  },
  {
    field: 'birthDate',
    kind: 'birth',
    labels: [
      'Date of birth', 'Birth date', 'DOB', 'Born', 'Date de naissance', 'Ne e le', 'Fecha de nacimiento', 'F nacimiento', 'Fec nac',
      'Fecha nacimiento', 'Data de nascimento', 'Data nascimento', 'Nascimento', 'Geburtsdatum', 'Geburtstag', 'Data di nascita',
      'Fecha de nac', 'F de nacimiento',
    ],
  },
  {
    field: 'expiryDate',
    kind: 'expiry',
    labels: [
      'Date of expiry', 'Date of expiration', 'Expiry date', 'Expiration date', 'Expiry', 'Expires', 'Valid until', 'Valid to', 'Valid through',
      'Date d expiration', 'Valable jusqu au', 'Fecha de caducidad', 'Fecha de expiracion', 'Fecha de vencimiento', 'Vencimiento',
      'Fecha caducidad', 'Fecha vencimiento', 'Caduca', 'Valido hasta', 'Valida hasta', 'Validez', 'Validade', 'Data de validade',
      'Valido ate', 'Valida ate', 'Gultig bis', 'Data di scadenza', 'EXP',
    ],
  },
  {
    field: 'issueDate',
    kind: 'issue',
    labels: [
      'Date of issue', 'Issue date', 'Issued on', 'Issued', 'Date de delivrance', 'Fecha de expedicion', 'Fecha de emision', 'Fecha emision',
      'Fecha expedicion', 'Expedicion', 'Emision', 'Data de emissao', 'Data emissao', 'Data de expedicao', 'Data expedicao', 'Expedicao', 'Emissao',
      'Ausstellungsdatum', 'Data di rilascio', 'Fecha y lugar de expedicion', 'Fecha lugar de expedicion', 'ISS',
    ],
  },
  { field: 'sex', kind: 'sex', labels: ['Sex', 'Sexo', 'Sexe', 'Gender', 'Genero', 'Geschlecht', 'Sesso', 'Sex Sexe', 'Sexo Sex'] },
  {
    field: 'nationality',
    kind: 'state',
    labels: ['Nationality', 'Nacionalidad', 'Nacionalidade', 'Nationalite', 'Staatsangehorigkeit', 'Cittadinanza', 'Citizenship'],
  },
  {
    field: 'number',
    kind: 'number',
    labels: [
      'Passport No', 'Passport number', 'Document No', 'Document number', 'Visa No', 'Visa number', 'Card No', 'Card number', 'Identity card No',
      'ID No', 'ID number', 'Permit No', 'Permit number', 'No du passeport', 'Passeport No', 'Pasaporte No', 'Pasaporte N', 'No de pasaporte',
      'Numero de pasaporte', 'Passaporte No', 'Passaporte N', 'Numero do passaporte', 'No do passaporte', 'Numero de documento', 'Documento No',
      'No de documento', 'Numero do documento', 'Num documento', 'Num soporte', 'IDESP', 'Reisepass Nr', 'Ausweis Nr', 'Passport No Passeport No',
      'DLN', 'Licence No', 'License No', 'Licence number', 'License number', 'DL', 'Driver license number',
    ],
  },
  {
    field: 'personalNumber',
    kind: 'digits',
    labels: [
      'Personal No', 'Personal number', 'Personal ID No', 'No personal', 'Numero personal', 'Identity No', 'RUN', 'RUT', 'Numero pessoal',
      'Numero de identificacion', 'Isikukood', 'Personal code', 'NUIP',
    ],
  },
  { field: 'personalNumber', kind: 'cpf', labels: ['CPF', 'CPF MF', 'Inscricao CPF'] },
  { field: 'curp', kind: 'curp', labels: ['CURP', 'Clave unica de registro de poblacion'] },
  {
    field: 'birthPlace',
    kind: 'place',
    labels: [
      'Place of birth', 'Birth place', 'Lieu de naissance', 'Lugar de nacimiento', 'Local de nascimento', 'Naturalidade', 'Naturalidad',
      'Geburtsort', 'Luogo di nascita', 'POB',
    ],
  },
  {
    field: 'authority',
    kind: 'text',
    labels: [
      'Authority', 'Issuing authority', 'Autorite', 'Autoridad', 'Autoridade', 'Orgao emissor', 'Issued by', 'Autoridad emisora', 'Behorde',
      'Issuing office', 'Delivre par',
    ],
  },
  {
    field: 'address',
    kind: 'text',
    lines: 3,
    labels: ['Address', 'Adresse', 'Domicilio', 'Endereco', 'Direccion', 'Anschrift', 'Permanent address'],
  },
  // Elsewhere in a line it is part of the title of a permit: "temporary residence".
  { field: 'address', kind: 'text', lines: 3, leading: true, labels: ['Residence'] },
  {
    field: null,
    kind: 'text',
    labels: [
      'Type', 'Tipo', 'Code', 'Codigo', 'Country code', 'Issuing state', 'Estado emisor', 'Height', 'Estatura', 'Altura', 'Taille', 'Hgt', 'Wgt', 'Weight',
      'Eyes', 'Hair', 'Colour of eyes', 'Signature', 'Firma', 'Firma del titular', 'Assinatura', 'Assinatura do portador', 'Holder s signature',
      'Signature of bearer', 'G S RH', 'G S', 'Grupo sanguineo', 'Seccion', 'Estado', 'Municipio', 'Localidad', 'Emision', 'Filiacao',
      'Restrictions', 'Endorsements', 'Rest', 'End', 'Remarks', 'Observaciones', 'Observacoes', 'Donor', 'Edad', 'Folio', 'Clase', 'Class',
      'Indice derecho', 'Registrador nacional', 'No de serie', 'Number of entries', 'Entries', 'Duration of stay', 'Valid for', 'From',
      'Number of applicants', 'DD', 'RENACH', 'Local',
    ],
  },
]; // prettier-ignore
