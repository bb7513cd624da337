import type { DocumentTemplate } from './template.ts';

/** Front of driving licences with the numbered fields common to Europe and the Vienna convention. */
export const numberedLicence: DocumentTemplate = {
  id: 'numbered-licence',
  source: 'Directive 2006/126/EC, annex I; Vienna Convention on Road Traffic, annex 6',
  kind: 'driving-licence',
  side: 'front',
  state: null,
  size: { width: 85.6, height: 53.98 },
  language: 'eng',
  dateOrder: 'dmy',
  titles: [
    'DRIVING LICENCE', 'DRIVER LICENCE', 'DRIVING LICENSE', 'PERMIS DE CONDUIRE', 'PERMISO DE CONDUCCION', 'CARTA DE CONDUCAO', 'FUHRERSCHEIN',
    'PATENTE DI GUIDA', 'RIJBEWIJS', 'PRAWO JAZDY', 'JUHILUBA',
  ],
  expects: ['lastName', 'firstName', 'birthDate', 'number'],
  // The back repeats the categories of field 9, with their dates.
  suffices: ['lastName', 'firstName', 'birthDate', 'issueDate', 'expiryDate', 'number', 'licenceCategories'],
  places: [],
  labels: [
    { field: 'lastName', kind: 'name', labels: ['1'], directions: ['right'], leading: true },
    { field: 'firstName', kind: 'name', labels: ['2'], directions: ['right'], leading: true },
    { field: 'birthDate', kind: 'birth', labels: ['3'], directions: ['right'], leading: true },
    { field: 'issueDate', kind: 'issue', labels: ['4a'], directions: ['right'] },
    { field: 'expiryDate', kind: 'expiry', labels: ['4b'], directions: ['right'] },
    { field: 'authority', kind: 'text', labels: ['4c'], directions: ['right'] },
    { field: 'personalNumber', kind: 'digits', labels: ['4d'], directions: ['right'] },
    { field: 'number', kind: 'licence-number', labels: ['5'], directions: ['right'], leading: true, also: 'licenceNumber' },
    { field: 'address', kind: 'text', labels: ['8'], directions: ['right'], leading: true },
    { field: 'licenceCategories', kind: 'categories', labels: ['9'], directions: ['right'], leading: true },
    { field: null, kind: 'text', labels: ['6', '7'], leading: true },
  ],
}; // prettier-ignore
