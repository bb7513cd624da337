import type { DocumentTemplate } from './template.ts';

/** Front of the Brazilian driving licence, which prints the name as a whole. */
export const drivingLicenceFront: DocumentTemplate = {
  id: 'br-cnh-front',
  source: 'CONTRAN, public annexes on the Carteira Nacional de Habilitação; number shapes in spec/registries.md 12.1 to 12.3',
  kind: 'br-cnh',
  side: 'front',
  state: 'BRA',
  size: { width: 85.6, height: 53.98 },
  language: 'por',
  dateOrder: 'dmy',
  titles: ['CARTEIRA NACIONAL DE HABILITACAO', 'PERMISSAO PARA DIRIGIR', 'SECRETARIA NACIONAL DE TRANSITO', 'HABILITACAO'],
  expects: ['fullName', 'personalNumber', 'licenceNumber', 'expiryDate', 'birthDate'],
  places: [],
  labels: [
    { field: 'fullName', kind: 'name', labels: ['Nome', 'Nome e sobrenome', '2 e 1 Nome e sobrenome'], lines: 2 },
    { field: 'personalNumber', kind: 'cpf', labels: ['CPF', '4d CPF'] },
    { field: 'birthDate', kind: 'birth', labels: ['Data nascimento', 'Data de nascimento', '3 Data local e UF de nascimento', 'Data local e UF de nascimento'] },
    { field: 'licenceNumber', kind: 'cnh', labels: ['N Registro', 'No Registro', 'Registro', '5 N Registro', 'N de Registro'], also: 'number' },
    { field: 'licenceCategories', kind: 'categories', labels: ['Cat Hab', '9 Cat Hab', 'Categoria'] },
    { field: 'expiryDate', kind: 'expiry', labels: ['Validade', '4b Validade'] },
    { field: 'issueDate', kind: 'issue', labels: ['Data emissao', 'Data de emissao', '4a Data emissao'] },
    { field: 'firstIssueDate', kind: 'issue', labels: ['1 Habilitacao', '1a Habilitacao'] },
    { field: 'nationality', kind: 'state', labels: ['Nacionalidade'] },
    { field: 'parents', kind: 'name', labels: ['Filiacao'], directions: ['below'], lines: 2 },
    { field: null, kind: 'text', labels: ['Doc identidade org emissor UF', '4c Doc identidade org emissor UF', 'Doc identidade', 'Org emissor UF', 'Org emissor', 'Orgao emissor', 'Permissao', 'ACC', 'Assinatura do portador', 'Assinatura do emissor', 'Observacoes', 'Local'] },
  ],
}; // prettier-ignore
