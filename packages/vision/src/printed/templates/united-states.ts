import type { DocumentTemplate } from './template.ts';

/** Front of licences that follow the North American card standard: numbered elements with short labels. */
export const stateLicenceFront: DocumentTemplate = {
  id: 'us-licence-front',
  source: 'AAMVA DL/ID Card Design Standard 2020, data elements of zones II and III',
  kind: 'us-licence',
  side: 'front',
  state: 'USA',
  size: { width: 85.6, height: 53.98 },
  language: 'eng',
  dateOrder: 'mdy',
  titles: ['DRIVER LICENSE', 'DRIVERS LICENSE', 'DRIVER S LICENSE', 'COMMERCIAL DRIVER LICENSE', 'USA IDENTIFICATION CARD'],
  expects: ['number', 'lastName', 'firstName', 'birthDate', 'expiryDate'],
  places: [],
  labels: [
    { field: 'number', kind: 'licence-number', labels: ['4d DLN', 'DLN', '4d DL', 'DL', '4d LIC NO', 'LIC NO', '4d NUMBER', '4d'], also: 'licenceNumber' },
    { field: 'lastName', kind: 'name', labels: ['1 LN', 'LN', '1 FAMILY NAME'] },
    { field: 'firstName', kind: 'name', labels: ['2 FN', 'FN', '2 GIVEN NAMES'] },
    { field: 'birthDate', kind: 'birth', labels: ['3 DOB', 'DOB', '3 DATE OF BIRTH'] },
    { field: 'expiryDate', kind: 'expiry', labels: ['4b EXP', 'EXP', '4b EXPIRES'] },
    { field: 'issueDate', kind: 'issue', labels: ['4a ISS', 'ISS', '4a ISSUED'] },
    { field: 'sex', kind: 'sex', labels: ['15 SEX', 'SEX'] },
    { field: 'licenceCategories', kind: 'categories', labels: ['9 CLASS', 'CLASS', '9 CLASSIFICATION'] },
    { field: 'address', kind: 'text', labels: ['8', '8 ADDRESS'], lines: 2, directions: ['right', 'below'], leading: true },
    { field: 'lastName', kind: 'name', labels: ['1'], directions: ['right'], leading: true },
    { field: 'firstName', kind: 'name', labels: ['2'], directions: ['right'], leading: true },
    { field: null, kind: 'text', labels: ['12 REST', 'REST', '9a END', 'END', '16 HGT', 'HGT', '17 WGT', 'WGT', '18 EYES', 'EYES', '19 HAIR', 'HAIR', '5 DD', 'DD', 'DONOR'] },
  ],
}; // prettier-ignore
