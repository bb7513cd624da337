/** The simulated Datavalid's comparison of claims with a record. @see spec/registries.md 8.2, 15.1 */
import { alignmentDistance, normaliseName } from '@countersign/core';
import type { BrPerson } from './people.ts';
import type { BrTwist, ComparedKey } from './scenarios.ts';

type Sent = Readonly<Record<string, unknown>>;

const sexes = { F: ['F', 'FEMININO'], M: ['M', 'MASCULINO'] };

/** Values of the record in the registry's spelling; several spellings can mean the same. */
const onRecord: Readonly<Record<ComparedKey, (person: BrPerson) => unknown>> = {
  data_nascimento: (person) => person.dateOfBirth,
  sexo: (person) => sexes[person.gender],
  numero_registro: ({ licence }) => licence?.number,
  categoria: ({ licence }) => licence?.categories,
  situacao: ({ licence }) => licence?.situation,
  possui_impedimento: ({ licence }) => licence?.impediment,
  data_validade: ({ licence }) => licence?.validUntil,
  data_primeira_habilitacao: ({ licence }) => licence?.firstIssue,
  data_ultima_emissao: ({ licence }) => licence?.validFrom,
};

/** Keys outside the block of the licence that are also compared with the licence's record. */
const keysOfHolder = ['data_nascimento', 'sexo'] as const satisfies readonly ComparedKey[];

const keysOfLicence = [
  'numero_registro',
  'categoria',
  'situacao',
  'possui_impedimento',
  'data_validade',
  'data_primeira_habilitacao',
  'data_ultima_emissao',
] as const satisfies readonly ComparedKey[];

/** 1 − optimal string alignment ÷ longer length of the normalised names, four decimals. */
export function brNameSimilarity(a: string, b: string): number {
  const [one, other] = [normaliseName(a), normaliseName(b)];
  const longer = Math.max(one.length, other.length);
  return longer === 0 ? 1 : Math.round((1 - alignmentDistance(one, other) / longer) * 1e4) / 1e4;
}

/** A record, and how the scenario changes responses about it. */
export interface Subject {
  person: BrPerson;
  twist: BrTwist;
}

/** Whether a value equals the record's, unless the scenario overrides the result. */
export function isEqual({ person, twist }: Subject, key: ComparedKey, sent: unknown): boolean {
  if (twist.differs?.includes(key)) return false;
  if (twist.othersEqual) return true;
  const held = onRecord[key](person);
  return Array.isArray(held) ? held.includes(sent) : held === sent;
}

const compareAll = (subject: Subject, keys: readonly ComparedKey[], sent: Sent): Sent =>
  Object.fromEntries(
    keys.filter((key) => sent[key] !== undefined).map((key) => [key, isEqual(subject, key, sent[key])]),
  );

const ownName = ({ person, twist }: Subject, sent: string): number =>
  twist.names?.own ?? (twist.othersEqual ? 1 : brNameSimilarity(sent, person.name));

function socialName({ person, twist }: Subject, sent: string): number | undefined {
  if (person.socialName === undefined) return undefined;
  return twist.names?.social ?? (twist.othersEqual ? 1 : brNameSimilarity(sent, person.socialName));
}

/** Similarity, 0–1, of a name to the one on record and to the social name, if there is one. */
export function nameScores(subject: Subject, sent: string): { own: number; social?: number } {
  const social = socialName(subject, sent);
  return { own: ownName(subject, sent), ...(social !== undefined && { social }) };
}

function namesIn(subject: Subject, { nome }: Sent) {
  if (typeof nome !== 'string') return { own: {}, social: {} };
  const { own, social } = nameScores(subject, nome);
  return {
    own: { nome_similaridade: own },
    social: social === undefined ? {} : { nome_social_similaridade: social },
  };
}

const unlessEmpty = (name: string, block: Sent): Sent =>
  Object.keys(block).length > 0 ? { [name]: block } : {};

/** The blocks `rfb` and `cnh`, with only the keys that were sent; empty blocks are left out. @param sent the block `validacao` */
export function comparedBlocks(subject: Subject, sent: Sent): Sent {
  if (subject.twist.withoutFields) return {};
  const { own, social } = namesIn(subject, sent);
  const rfb = { ...own, ...social, ...compareAll(subject, ['data_nascimento'], sent) };
  if (subject.person.licence === null) return unlessEmpty('rfb', rfb);
  const { cnh } = sent;
  const licence = typeof cnh === 'object' && cnh !== null ? (cnh as Sent) : {};
  return {
    ...unlessEmpty('rfb', rfb),
    ...unlessEmpty('cnh', {
      ...own,
      ...compareAll(subject, keysOfHolder, sent),
      ...compareAll(subject, keysOfLicence, licence),
    }),
  };
}

const likelihoods: readonly [above: number, label: string][] = [
  [0.95, 'Altíssima probabilidade'],
  [0.9, 'Alta probabilidade'],
  [0.8, 'Média probabilidade'],
  [0, 'Baixa probabilidade'],
];

/** The block `biometria_facial`. @param similarity 0–1; `null`: no portrait on file */
export function faceBlock(similarity: number | null, liveness: string | null): Sent {
  if (similarity === null) return { disponivel: false };
  return {
    disponivel: true,
    ...(liveness !== null && { vivacidade: liveness }),
    similaridade: similarity,
    probabilidade: likelihoods.find(([above]) => similarity >= above)?.[1],
  };
}
