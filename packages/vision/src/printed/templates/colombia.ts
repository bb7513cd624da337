import type { DocumentTemplate } from './template.ts';

const shared = {
  source:
    'Registraduría Nacional del Estado Civil, public descriptions of the cédula de ciudadanía; number shapes in spec/registries.md 12.7',
  state: 'COL',
  size: { width: 85.6, height: 53.98 },
  language: 'spa',
  dateOrder: 'dmy',
  titles: ['CEDULA DE CIUDADANIA', 'IDENTIFICACION PERSONAL'],
  places: [],
} as const;

/** Front of the yellow card: names are above their labels. */
export const yellowCardFront: DocumentTemplate = {
  ...shared,
  id: 'co-yellow-front',
  kind: 'co-cedula-yellow',
  side: 'front',
  expects: ['number', 'lastName', 'firstName'],
  labels: [
    {
      field: 'number',
      kind: 'cedula',
      labels: ['Numero', 'No'],
      directions: ['right'],
      also: 'personalNumber',
    },
    { field: 'lastName', kind: 'name', labels: ['Apellidos'], directions: ['above'] },
    { field: 'firstName', kind: 'name', labels: ['Nombres'], directions: ['above'] },
    { field: null, kind: 'text', labels: ['Firma'] },
  ],
};

/** Back of the yellow card. */
export const yellowCardBack: DocumentTemplate = {
  ...shared,
  id: 'co-yellow-back',
  kind: 'co-cedula-yellow',
  side: 'back',
  titles: ['CEDULA DE CIUDADANIA', 'REGISTRADOR NACIONAL', 'INDICE DERECHO', 'FECHA DE NACIMIENTO'],
  expects: ['birthDate', 'birthPlace', 'issueDate', 'sex'],
  labels: [
    { field: 'birthDate', kind: 'birth', labels: ['Fecha de nacimiento'], directions: ['right'] },
    { field: 'birthPlace', kind: 'place', labels: ['Lugar de nacimiento'], directions: ['above'] },
    { field: 'sex', kind: 'sex', labels: ['Sexo'], directions: ['above'] },
    { field: 'issueDate', kind: 'issue', labels: ['Fecha y lugar de expedicion'], directions: ['above'] },
    { field: null, kind: 'text', labels: ['Estatura', 'G S RH', 'Indice derecho', 'Registrador nacional'] },
  ],
};

/** Front of the digital card. Its NUIP is the person's number; the card's own number is in the zone. */
export const digitalCardFront: DocumentTemplate = {
  ...shared,
  id: 'co-digital-front',
  kind: 'co-cedula-digital',
  side: 'front',
  expects: ['personalNumber', 'lastName', 'firstName', 'expiryDate', 'nationality'],
  labels: [
    { field: 'personalNumber', kind: 'cedula', labels: ['NUIP', 'NUIP No'] },
    { field: 'lastName', kind: 'name', labels: ['Apellidos'] },
    { field: 'firstName', kind: 'name', labels: ['Nombres'] },
    { field: 'expiryDate', kind: 'expiry', labels: ['Fecha de expiracion'] },
    { field: 'issueDate', kind: 'issue', labels: ['Fecha y lugar de expedicion'] },
    { field: 'birthDate', kind: 'birth', labels: ['Fecha de nacimiento'] },
    { field: 'birthPlace', kind: 'place', labels: ['Lugar de nacimiento'] },
    { field: null, kind: 'text', labels: ['Estatura', 'G S', 'G S RH', 'Firma'] },
  ],
};
