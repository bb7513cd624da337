import { foldKey } from '../tables/fold-key.ts';

/** Words between the names of a child and a parent, and the side on which the parent's name is. */
interface FiliationWords {
  parent: 'behind' | 'before';
  words: readonly string[];
}

const words = (text: string): readonly string[] => text.split(' ');

/** One group per meaning and script: the words of a group are spellings of one word. Scripts are matched by their own rules. */
const groups: readonly FiliationWords[] = [
  { parent: 'behind', words: words('bin ibn ben bn ibni ibnu ibne ebn bnou bnu') },
  { parent: 'behind', words: words('бин ибн бен') },
  { parent: 'behind', words: words('ابن بن') },
  { parent: 'behind', words: words('bint binti binte binta bent bt bte ibnat ibnatu') },
  { parent: 'behind', words: words('بنت بنتي ابنة') },
  { parent: 'behind', words: words('ould wld weld wuld') },
  { parent: 'behind', words: words('mint mentou') },
  { parent: 'before', words: words('oglu ogly ogli oghlu oglou') },
  { parent: 'before', words: words('оглы оглу угли оғли') },
  { parent: 'before', words: words('kyzy kizi qizi gyzy gizi') },
  { parent: 'before', words: words('кызы қызы қизи') },
  { parent: 'before', words: words('uulu') },
  { parent: 'before', words: words('улы ұлы уулу') },
];

const groupOf = new Map(
  groups.flatMap(({ words: spellings }, group) => spellings.map((word) => [foldKey(word), group] as const)),
);

/** The group of a folded word that means *son of* or *daughter of*, starting at 0; null for any other word. */
export function filiationGroupOf(word: string): number | null {
  return groupOf.get(word) ?? null;
}

/** The side of such a word on which the parent's name is; null for any other word. */
export function parentBeside(word: string): 'behind' | 'before' | null {
  const group = groupOf.get(word);
  return group === undefined ? null : (groups[group]?.parent ?? null);
}
