import type { Kind, Part } from './known-words.ts';
import type { Token, TokenClass } from '../model/prepared-name.ts';
import { beginsName } from '../words/compound-forms.ts';
import type { RoledPart } from './roles.ts';
import { isUnmistakable } from './titles.ts';
import { tokenWeight } from './token-weights.ts';

/** What the words of a name imply about each other, whatever their order. */
interface Company {
  kind: Kind;
  /** Words that are neither particles nor single letters. */
  plain: number;
  singles: number;
  /** Words that are half of a two-word name: Abd …. */
  heads: number;
  /** The only word that is a male patronymic, if there is exactly one. */
  patronymic: Part | null;
  /** Whether all words are as short as the syllables of a Chinese or Vietnamese name. */
  shortWords: boolean;
  /** Whether there are only particles and legal forms, which then count as ordinary words. */
  bare: boolean;
}

/**
 * Creates tokens with class and weight. The class of a word depends on the word, the tables, the set of the name's other words, and its
 * role if the spelling shows one; never on its position in an untyped name.
 */
export function classify(parts: readonly RoledPart[], kind: Kind): Token[] {
  const company = companyOf(parts, kind);
  let givenSeen = false;
  return parts.map(({ part, role }) => {
    let tokenClass =
      kind === 'organisation' || kind === 'vessel' ? firmClass(part, company) : personClass(part, company);
    if (role !== null && isRoleable(tokenClass)) {
      tokenClass = typedClass(tokenClass, role, givenSeen);
      givenSeen ||= tokenClass === 'given';
    }
    return {
      // In a name of only forms and particles, the written words are compared; otherwise all such names would be equal.
      text: company.bare ? part.text : (part.value ?? part.text),
      class: tokenClass,
      typed: role !== null,
      weight: tokenWeight(tokenClass, rarityOf(part, kind)),
      start: part.start,
      end: part.end,
    };
  });
}

function companyOf(parts: readonly RoledPart[], kind: Kind): Company {
  let plain = 0;
  let singles = 0;
  let heads = 0;
  let bare = true;
  let shortWords = true;
  for (const { part } of parts) {
    if (part.facts.single && part.what === 'word') singles += 1;
    else if (!part.facts.particle && part.what !== 'form') {
      plain += 1;
      shortWords &&= part.facts.short;
    }
    if (part.what !== 'form' && !part.facts.particle) bare = false;
    if (part.facts.particle && beginsName(part.text)) heads += 1;
  }
  return { kind, plain, singles, heads, shortWords, patronymic: patronymicAmong(parts), bare };
}

function patronymicAmong(parts: readonly RoledPart[]): Part | null {
  if (!parts.some(({ part }) => part.facts.patronymic !== null)) return null;
  // A surname may end like a patronymic; if there are two such words, neither is taken for one.
  const candidates = parts.filter(({ part, role }) => part.facts.patronymic !== null && role !== 'family');
  const certain = candidates.filter(({ part }) => part.facts.patronymic === 'certain');
  const among = certain.length > 0 ? certain : candidates;
  return among.length === 1 ? (among[0]?.part ?? null) : null;
}

const leastWordsBesidePatronymic = 3;

function personClass(part: Part, company: Company): TokenClass {
  const { facts } = part;
  if (part.what === 'number') return 'number';
  // The name has no other words, so its particles count as words.
  if (company.bare) return facts.single ? 'initial' : 'unknown';
  if (part.what === 'form') return 'form';
  if (facts.single) return conjunctions.has(part.text) && company.plain >= 3 ? 'particle' : 'initial';
  if (facts.particle && isParticleHere(part, company)) return 'particle';
  const inFirm = company.kind === 'unknown' && !facts.name;
  if (inFirm && part.what === 'place') return 'place';
  if (inFirm && facts.organisation) return 'organisation';
  return plainClass(part, company);
}

/** Single letters that join surnames: Ortega y Gasset. Any other single letter is an initial. */
const conjunctions = new Set(['y', 'e', 'и', 'і']);

/** Particles that are names if all words are short: Li Wei, Le Duc Anh. */
const shortSurnames = new Set(
  'li lo le ha hu do an un ja na san sao am at es er ten du bin dai tai ma wa us ul ud uz bo ai'.split(' '),
);

function isParticleHere(part: Part, company: Company): boolean {
  if (company.shortWords && shortSurnames.has(part.text)) return false;
  // In Abdul Hadi, however it is spelt, both words form the name; an article between them does not.
  if (beginsName(part.text)) return company.plain >= 2;
  return !(part.facts.name && company.plain + company.heads < 2);
}

function plainClass(part: Part, company: Company): TokenClass {
  if (part.what === 'surname_of_two') return part.what;
  if (part.what === 'title_or_name') {
    const [title] = part.facts.phrases?.filter(({ what }) => what === 'title') ?? [];
    if (company.plain >= 2 && title !== undefined && isUnmistakable(title)) return 'second';
    if (company.plain >= 3 && !company.shortWords) return 'second';
  }
  if (part === company.patronymic && company.plain >= leastWordsBesidePatronymic) return 'patronymic';
  return part.facts.role ?? 'unknown';
}

/** Prepositions that join words in names of firms. In names of people and ships they are just as often names: In, To, By. */
const prepositions: ReadonlySet<string> = new Set(
  'in for with at on by from to into against between para por con en pour par avec sur dans mit bei per dlya для по при'.split(
    ' ',
  ),
);

function firmClass(part: Part, company: Company): TokenClass {
  if (company.bare) return 'distinctive';
  if (part.what === 'number' || part.what === 'form') return part.what;
  if (part.facts.single && !conjunctions.has(part.text))
    return company.kind !== 'vessel' && company.singles === 1 ? 'initial' : 'distinctive';
  if (part.facts.particle) return 'particle';
  if (company.kind === 'vessel') return 'distinctive';
  if (prepositions.has(part.text) && company.plain > 1) return 'particle';
  if (part.what === 'place') return 'place';
  return part.facts.organisation ? 'organisation' : 'distinctive';
}

const roleable: ReadonlySet<TokenClass> = new Set(['unknown', 'given', 'family', 'second', 'patronymic']);

const isRoleable = (tokenClass: TokenClass): boolean => roleable.has(tokenClass);

function typedClass(
  tokenClass: TokenClass,
  role: 'given' | 'family' | 'second',
  givenSeen: boolean,
): TokenClass {
  // A stated role takes precedence over the tables, except that a second given name is a middle name.
  if (role !== 'given') return role;
  if (tokenClass === 'patronymic') return givenSeen ? 'patronymic' : 'given';
  return givenSeen ? 'second' : 'given';
}

function rarityOf({ facts, what }: Part, kind: Kind): 0 | 1 | 2 | 3 | 4 {
  // A title that may be a name is not a rare word, even if the table of names does not have it.
  if (what === 'title_or_name' && facts.personRarity > 2) return 2;
  if (kind === 'person') return facts.personRarity;
  if (kind === 'unknown' && facts.personRarity < facts.organisationRarity) return facts.personRarity;
  return facts.organisationRarity;
}
