/** The tables about Brazil, Mexico and the United States, and the golden cases that show their rows. */
import { type GoldenCase, goldenCases } from './registry-cases.ts';
import {
  columnsOf,
  contractSpec,
  interfaceSpec,
  registriesSpec,
  type Table,
  tableAfter,
} from './registry-documents.ts';

/** The members used in comparisons. */
export interface AnyAnswer {
  taxpayerStatus?: string | null;
  standing?: string;
  theftReport?: string;
  face?: { similarity: number | null; liveness?: string | null } | null;
  compared: Record<string, unknown>;
}
export interface AnyObject {
  status: string;
  validations: Record<string, { result: string; reason: string | null }> | null;
  error: { message: string } | null;
  timestamp: string | null;
}
export type AnyCase = GoldenCase<unknown, unknown, AnyAnswer, AnyObject>;

export const brazil: AnyCase[] = goldenCases('br-cpf');
export const mexico: AnyCase[] = goldenCases('mx-ine');
export const unitedStates: AnyCase[] = goldenCases('us-ssn');

/** One table of a document, and the columns that name its rows. */
interface Source {
  name: string;
  table: Table;
  label: string[];
  cases: AnyCase[];
}

export const condition = 'Condition (first that applies)';
export const registries43 = tableAfter(registriesSpec, '### 4.3');
export const registries52 = tableAfter(registriesSpec, '### 5.2');
export const contract60 = tableAfter(contractSpec, '### A-60');
export const contract61 = tableAfter(contractSpec, '### A-61');
export const interfaceBrazil = tableAfter(interfaceSpec, '### Brazil `BR_CPF` cascade');
export const interfaceMexico = tableAfter(interfaceSpec, '### Mexico `MX_INE` cascade');
const rule34 = /^- \*\*Rule:\*\*[^]*?(?=\n## )/m.exec(
  contractSpec.slice(contractSpec.indexOf('### A-34')),
)?.[0];
const contract34 = [...(rule34 ?? '').matchAll(/\b(approved) when\b|\b(declined with \d+)/g)].map(
  ([, approved, declined]) => ({ outcome: approved ?? declined ?? '' }),
);

export const sources: Source[] = [
  { name: 'registries 4.3', table: registries43, label: ['Row'], cases: brazil },
  {
    name: 'registries 4.4',
    table: tableAfter(registriesSpec, '### 4.4'),
    label: ['Setting', 'Input', "Registry's answer"],
    cases: brazil,
  },
  { name: 'contract A-60', table: contract60, label: [condition], cases: brazil },
  { name: 'interface Brazil', table: interfaceBrazil, label: ['Condition'], cases: brazil },
  { name: 'registries 5.2', table: registries52, label: ['Row'], cases: mexico },
  {
    name: 'registries 5.3',
    table: tableAfter(registriesSpec, '### 5.3'),
    label: ['Claim', 'Answer'],
    cases: mexico,
  },
  { name: 'contract A-61', table: contract61, label: [condition], cases: mexico },
  { name: 'interface Mexico', table: interfaceMexico, label: ['Condition'], cases: mexico },
  { name: 'contract A-34', table: contract34, label: ['outcome'], cases: unitedStates },
];

/** `registries 4.3: B1` */
export const rowNames = ({ name, table, label }: Source) =>
  columnsOf(table, label).map((cells) => `${name}: ${cells.join(' / ')}`);
export const covered = new Set([...brazil, ...mexico, ...unitedStates].flatMap(({ covers = [] }) => covers));
