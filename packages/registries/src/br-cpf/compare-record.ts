/** What the simulated Datavalid answers when claims are held against a record. @see spec/registries.md 8.2, 15.1 */
import { alignmentDistance, normaliseName } from '@countersign/core';
import type { BrPerson } from './people.ts';
import type { BrTwist, ComparedKey } from './scenarios.ts';

type Sent = Readonly<Record<string, unknown>>;

interface Comparison {
  key: ComparedKey;
  /** What the record says, in the registry's spelling. */
  onRecord(person: BrPerson): unknown;
}

const sexes = { F: ['F', 'FEMININO'], M: ['M', 'MASCULINO'] };

const ofBirth: Comparison = { key: 'data_nascimento', onRecord: (person) => person.dateOfBirth };

/** What stands outside the block of the licence and is held against the licence's record all the same. */
const ofHolder: readonly Comparison[] = [
  ofBirth,
  { key: 'sexo', onRecord: (person) => sexes[person.gender] },
];

const ofLicence: readonly Comparison[] = [
  { key: 'numero_registro', onRecord: ({ licence }) => licence?.number },
  { key: 'categoria', onRecord: ({ licence }) => licence?.categories },
  { key: 'situacao', onRecord: ({ licence }) => licence?.situation },
  { key: 'possui_impedimento', onRecord: ({ licence }) => licence?.impediment },
  { key: 'data_validade', onRecord: ({ licence }) => licence?.validUntil },
  { key: 'data_primeira_habilitacao', onRecord: ({ licence }) => licence?.firstIssue },
  { key: 'data_ultima_emissao', onRecord: ({ licence }) => licence?.validFrom },
];

/** 1 − optimal string alignment ÷ longer length of the normalised names, four decimals. */
export function brNameSimilarity(a: string, b: string): number {
  const [one, other] = [normaliseName(a), normaliseName(b)];
  const longer = Math.max(one.length, other.length);
  return longer === 0 ? 1 : Math.round((1 - alignmentDistance(one, other) / longer) * 1e4) / 1e4;
}

/** A record and what the scenario does to answers about it. */
export interface Subject {
  person: BrPerson;
  twist: BrTwist;
}

function equals({ person, twist }: Subject, { key, onRecord }: Comparison, sent: unknown): boolean {
  if (twist.differs?.includes(key)) return false;
  if (twist.othersEqual) return true;
  const held = onRecord(person);
  return Array.isArray(held) ? held.includes(sent) : held === sent;
}

const compareAll = (subject: Subject, comparisons: readonly Comparison[], sent: Sent): Sent =>
  Object.fromEntries(
    comparisons
      .filter(({ key }) => sent[key] !== undefined)
      .map((comparison) => [comparison.key, equals(subject, comparison, sent[comparison.key])]),
  );

const ownName = ({ person, twist }: Subject, sent: string): number =>
  twist.names?.own ?? (twist.othersEqual ? 1 : brNameSimilarity(sent, person.name));

function socialName({ person, twist }: Subject, sent: string): number | undefined {
  if (person.socialName === undefined) return undefined;
  return twist.names?.social ?? (twist.othersEqual ? 1 : brNameSimilarity(sent, person.socialName));
}

function namesIn(subject: Subject, sent: Sent) {
  const { nome } = sent;
  if (typeof nome !== 'string') return { own: {}, social: {} };
  const social = socialName(subject, nome);
  return {
    own: { nome_similaridade: ownName(subject, nome) },
    social: social === undefined ? {} : { nome_social_similaridade: social },
  };
}

const unlessEmpty = (name: string, block: Sent): Sent =>
  Object.keys(block).length > 0 ? { [name]: block } : {};

/** The blocks `rfb` and `cnh`: only what was sent, and none that would be empty. @param sent the block `validacao` */
export function comparedBlocks(subject: Subject, sent: Sent): Sent {
  if (subject.twist.withoutFields) return {};
  const { own, social } = namesIn(subject, sent);
  const rfb = { ...own, ...social, ...compareAll(subject, [ofBirth], sent) };
  if (subject.person.licence === null) return unlessEmpty('rfb', rfb);
  const { cnh } = sent;
  const licence = typeof cnh === 'object' && cnh !== null ? (cnh as Sent) : {};
  return {
    ...unlessEmpty('rfb', rfb),
    ...unlessEmpty('cnh', {
      ...own,
      ...compareAll(subject, ofHolder, sent),
      ...compareAll(subject, ofLicence, licence),
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
