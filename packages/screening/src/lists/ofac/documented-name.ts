import type { XmlElement } from '../read-xml.ts';

/** An identity in `sdn_advanced.xml` and the words it refers to. */
export interface Naming {
  identity: XmlElement;
  references: { word(element: string, id: string): string };
}

/** The words of a documented name in natural order: given, middle, patronymic and all others, then family names. */
export function documentedName(
  name: XmlElement,
  { identity, references }: Naming,
): { text: string; parts: { first: string; last: string } | null } {
  const typeOfGroup = new Map(
    identity.deep('NamePartGroup').map((group) => [group.attribute('ID'), group.attribute('NamePartTypeID')]),
  );
  const first: string[] = [];
  const last: string[] = [];
  let whole = false;
  for (const value of name.deep('NamePartValue')) {
    const type = references.word('NamePartType', typeOfGroup.get(value.attribute('NamePartGroupID')) ?? '');
    if (/entity|vessel|aircraft|nickname/iu.test(type)) whole = true;
    if (/last|maiden|matronymic|family/iu.test(type)) last.push(value.text.trim());
    else first.push(value.text.trim());
  }
  const text = [...first, ...last].filter((part) => part !== '').join(' ');
  const typed = !whole && first.length > 0 && last.length > 0;
  return { text, parts: typed ? { first: first.join(' '), last: last.join(' ') } : null };
}
