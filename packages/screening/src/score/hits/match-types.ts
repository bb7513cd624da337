import type { MatchType, NameKind } from '../../model/screening-types.ts';
import type { PreparedName, RemovedKind } from '../../model/prepared-name.ts';
import { contradictingNames, type Evidence } from '../evidence.ts';
import type { NameComparison } from '../name-comparison.ts';
import { querySide } from '../name-side.ts';

function primaryForm(kind: NameKind, form: 'exact' | 'fuzzy' | 'phonetic' | 'equivalent'): MatchType {
  const primary = kind === 'primary';
  if (form === 'phonetic') return primary ? 'phonetic_name' : 'phonetic_aka';
  if (form === 'equivalent') return primary ? 'equivalent_name' : 'equivalent_aka';
  if (form === 'exact') return primary ? 'name_exact' : 'aka_exact';
  return primary ? 'name_fuzzy' : 'aka_fuzzy';
}

function primaryType(comparison: NameComparison, kind: NameKind, evidence: Evidence): MatchType {
  if (evidence.sameIdentifier && comparison.nameScore < contradictingNames) return 'unknown';
  if (comparison.exact) return primaryForm(kind, 'exact');
  const relations = new Set(comparison.pairs.map(({ relation }) => relation));
  if (relations.has('edit')) return primaryForm(kind, 'fuzzy');
  if (relations.has('sound')) return primaryForm(kind, 'phonetic');
  if (['equivalent', 'initial', 'script'].some((relation) => relations.has(relation as 'script')))
    return primaryForm(kind, 'equivalent');
  if (relations.has('joined') || relations.has('acronym')) return 'unknown';
  return primaryForm(kind, 'fuzzy');
}

function removedTexts(name: PreparedName, kind: RemovedKind): string {
  return name.removed
    .filter((removed) => removed.kind === kind)
    .map(({ text }) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))
    .sort()
    .join(' ');
}

/** Legal forms at the beginning or the end of a name. */
function formsAt(name: PreparedName, front: boolean): string {
  const firstWord = name.tokens.findIndex((token) => token.class !== 'form');
  return name.tokens
    .filter((token, index) => token.class === 'form' && index < firstWord === front)
    .map(({ text }) => text)
    .sort()
    .join(' ');
}

function formTypes({ query, listed, forms }: NameComparison): MatchType[] {
  if (forms === 'none' || forms === 'same') return [];
  const types: MatchType[] = [];
  if (formsAt(query, true) !== formsAt(listed, true)) types.push('removed_organisation_prefix');
  if (formsAt(query, false) !== formsAt(listed, false)) types.push('removed_organisation_suffix');
  return types;
}

/** Match type for each kind of removal, in display order. */
const removals: readonly (readonly [RemovedKind, MatchType])[] = [
  ['title', 'removed_personal_title'],
  ['suffix', 'removed_personal_suffix'],
  ['organisation_prefix', 'removed_organisation_prefix'],
  ['organisation_suffix', 'removed_organisation_suffix'],
  ['clerical_mark', 'removed_clerical_mark'],
];

const orderOfSecondary: readonly MatchType[] = [
  'name_variations_removal',
  ...removals.map(([, type]) => type),
];

/** Whether a word of the subject's name, other than a legal form, has no partner. */
function leavesQueryWord({ query, pairs }: NameComparison): boolean {
  const side = querySide(query);
  let used = side.formMask;
  for (const pair of pairs) used |= pair.queryMask;
  return used !== (1 << query.tokens.length) - 1;
}

/** The match types of a hit: one primary, then all secondary ones that apply, in the order of the interface's tables. */
export function matchTypesOf(
  comparison: NameComparison,
  kind: NameKind,
  { evidence, exactMode }: { evidence: Evidence; exactMode: boolean },
): MatchType[] {
  const types = [primaryType(comparison, kind, evidence)];
  if (!exactMode) {
    const secondary = new Set<MatchType>(formTypes(comparison));
    if (leavesQueryWord(comparison)) secondary.add('name_variations_removal');
    if (comparison.query.removed.length + comparison.listed.removed.length > 0)
      for (const [removed, type] of removals)
        if (removedTexts(comparison.query, removed) !== removedTexts(comparison.listed, removed))
          secondary.add(type);
    if (secondary.size > 0) types.push(...orderOfSecondary.filter((type) => secondary.has(type)));
  }
  if (evidence.birthYear === 'equal' || (evidence.birthYear === 'near' && !exactMode))
    types.push('year_of_birth');
  return types;
}
