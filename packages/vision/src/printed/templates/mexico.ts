import type { DocumentTemplate } from './template.ts';

const shared = {
  source:
    'Instituto Nacional Electoral, public description of the Credencial para Votar; field shapes in spec/registries.md 12.4 and 12.5',
  kind: 'mx-ine',
  state: 'MEX',
  size: { width: 85.6, height: 53.98 },
  language: 'spa',
  dateOrder: 'dmy',
  places: [],
} as const;

/** Front of the Mexican voter card. The lines of the name have no labels of their own; surnames come first. */
export const voterCardFront: DocumentTemplate = {
  ...shared,
  id: 'mx-ine-front',
  side: 'front',
  titles: ['CREDENCIAL PARA VOTAR', 'INSTITUTO NACIONAL ELECTORAL', 'INSTITUTO FEDERAL ELECTORAL', 'CLAVE DE ELECTOR'],
  expects: ['lastName', 'voterKey', 'curp', 'birthDate'],
  labels: [
    { field: 'lastName', kind: 'name', labels: ['Nombre'], directions: ['below'], lines: 4, surnamesFirst: true },
    { field: 'address', kind: 'text', labels: ['Domicilio'], directions: ['below'], lines: 3 },
    { field: 'voterKey', kind: 'voter-key', labels: ['Clave de elector'] },
    { field: 'curp', kind: 'curp', labels: ['CURP'] },
    { field: 'birthDate', kind: 'birth', labels: ['Fecha de nacimiento'] },
    { field: 'sex', kind: 'mexican-sex', labels: ['Sexo'] },
    { field: 'expiryDate', kind: 'last-year', labels: ['Vigencia', 'Vigente hasta'] },
    { field: 'registrationYear', kind: 'first-year', labels: ['Ano de registro'] },
    { field: 'section', kind: 'section', labels: ['Seccion'], directions: ['below', 'right'] },
    { field: null, kind: 'text', labels: ['Estado', 'Municipio', 'Localidad', 'Emision', 'Edad', 'Folio'] },
  ],
}; // prettier-ignore

/** Back of the Mexican voter card, except for its zone. */
export const voterCardBack: DocumentTemplate = {
  ...shared,
  id: 'mx-ine-back',
  side: 'back',
  titles: ['CREDENCIAL PARA VOTAR', 'INSTITUTO NACIONAL ELECTORAL', 'SECRETARIO EJECUTIVO'],
  expects: ['cic', 'ocr'],
  labels: [
    { field: 'cic', kind: 'cic', labels: ['CIC'] },
    { field: 'ocr', kind: 'ocr', labels: ['OCR'] },
    { field: 'emissionNumber', kind: 'emission', labels: ['Emision'], directions: ['below', 'right'] },
  ],
};
