import { joinRange, parseDate } from './parse-date.ts';
import { cleanText } from './clean-text.ts';
import type { EntityDraft } from './entity-draft.ts';
import { identifierType } from './identifier-type.ts';
import type { ListedEntity } from '../model/listed-entity.ts';
import { readXml, type XmlElement } from './read-xml.ts';
import { draftOf, orReject, placeIn, type SourceContext } from './source-context.ts';
import type { NameKind } from '../model/screening-types.ts';

const source = { source: 'un-sc', sourceName: 'United Nations Security Council Consolidated List' };
const page = 'https://main.un.org/securitycouncil/en/content/un-sc-consolidated-list';
const aliasKinds: Record<string, NameKind> = { low: 'weak', 'f.k.a.': 'former' };

/** Loads the consolidated list of the United Nations Security Council. */
export async function* loadUnXml(context: SourceContext): AsyncGenerator<ListedEntity[]> {
  const { limits, log } = context;
  for (const file of context.files) {
    const onRoot = (root: XmlElement): void =>
      void (log.publishedAt = root.attribute('dateGenerated') || null);
    const records = new Set(['INDIVIDUAL', 'ENTITY']);
    for await (const batch of readXml({
      file,
      limits,
      log,
      records,
      root: new Set(['CONSOLIDATED_LIST']),
      onRoot,
    })) {
      yield batch
        .map(({ element, number }) =>
          orReject(log, placeIn(file, `record ${number}`), () => entityOf(element, context)),
        )
        .filter((entity) => entity !== null);
    }
  }
}

function entityOf(record: XmlElement, context: SourceContext): ListedEntity {
  const person = record.name === 'INDIVIDUAL';
  const id = record.value('DATAID');
  const draft = draftOf(context, id && `un-${id}`, person ? 'Person' : 'Organization');
  const names = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'].map((name) => record.value(name));
  const [whole = '', ...others] = namesIn(names.filter((name) => name !== '').join(' '), person);
  draft.name(whole, 'primary');
  for (const name of others) draft.name(name, 'alias');
  for (const name of record.values('NAME_ORIGINAL_SCRIPT')) draft.name(name, 'primary');
  for (const alias of record.all('INDIVIDUAL_ALIAS', 'ENTITY_ALIAS')) {
    const kind = aliasKinds[alias.value('QUALITY').toLowerCase()] ?? 'alias';
    for (const name of namesIn(alias.value('ALIAS_NAME'), person)) draft.name(name, kind);
    // Papers in another name often have another birth date.
    draft.birth(alias.value('DATE_OF_BIRTH'));
    draft.country(alias.value('COUNTRY_OF_BIRTH'), 'birth');
  }
  for (const date of record.all('INDIVIDUAL_DATE_OF_BIRTH')) addBirth(draft, date);
  draft.sex(record.value('GENDER'));
  draft.remark(record.value('COMMENTS1'));
  addPlaces(draft, record);
  for (const document of record.all('INDIVIDUAL_DOCUMENT')) addDocument(draft, document);
  for (const { text } of [...record.at('DESIGNATION', 'VALUE'), ...record.at('TITLE', 'VALUE')])
    draft.position(text);
  draft.listing('SANCTIONS', source, {
    url: page,
    date: record.value('LISTED_ON'),
    programme: record.value('UN_LIST_TYPE'),
    title: record.value('REFERENCE_NUMBER'),
    snippet: record.value('COMMENTS1'),
  });
  return draft.finish();
}

const noteInBrackets =
  /\((?:previously listed as|original script|birth name|combat name|nom de guerre|formerly|false identity|third|second|[^)]*\d{4})[^)]*\)/giu;

/**
 * Splits a field into names at `;`. A bracket that contains the same name in another script, or several spellings, gives additional
 * names. Brackets in names of organisations are acronyms.
 */
export function namesIn(text: string, person: boolean): string[] {
  const names: string[] = [];
  const script = text.replace(/\(original script:\s*([^)]*)\)/giu, '($1)').replace(noteInBrackets, ' ');
  for (const found of script.matchAll(/\(([^()]{2,})\)/gu)) {
    const inside = found[1] ?? '';
    const outside = script.slice(0, found.index);
    const otherScript = isLatin(inside) !== isLatin(outside) && /\p{L}/u.test(outside);
    if (otherScript || (!person && /^[\p{Lu}\d .&-]{2,15}$/u.test(inside))) names.push(...inside.split(';'));
  }
  const plain = script.replace(/\(([^()]*)\)/gu, (bracket, inside: string) =>
    names.some((name) => inside.includes(name)) ? ' ' : bracket,
  );
  return [...plain.split(/;|(?:^|(?<=\p{L})\s+)[a-h]\)\s/u), ...names]
    .map((name) => cleanText(name).replace(/[,;\s]+$/u, ''))
    .filter((name) => /[\p{L}\p{N}]/u.test(name));
}

function isLatin(text: string): boolean {
  return /\p{sc=Latn}/u.test(text);
}

function addBirth(draft: EntityDraft, date: XmlElement): void {
  const approximate = date.value('TYPE_OF_DATE') === 'APPROXIMATELY';
  const from = parseDate(date.value('FROM_YEAR'));
  const to = parseDate(date.value('TO_YEAR'));
  const note = date.value('NOTE');
  const text = date.value('DATE') || date.value('YEAR');
  const range = from !== null && to !== null ? joinRange(from, to) : (from ?? to ?? parseDate(text || note));
  if (range !== null) draft.birthRange({ ...range, approximate: approximate || range.approximate }, '');
  else if (text !== '') draft.birthRange(null, text);
}

function addPlaces(draft: EntityDraft, record: XmlElement): void {
  for (const { text } of record.at('NATIONALITY', 'VALUE')) draft.country(text, 'nationality');
  for (const place of record.all('INDIVIDUAL_ADDRESS', 'ENTITY_ADDRESS'))
    draft.country(place.value('COUNTRY'), 'address');
  for (const place of record.all('INDIVIDUAL_PLACE_OF_BIRTH')) draft.country(place.value('COUNTRY'), 'birth');
}

function addDocument(draft: EntityDraft, document: XmlElement): void {
  const type = identifierType(document.value('TYPE_OF_DOCUMENT') || document.value('TYPE_OF_DOCUMENT2'));
  const country = document.value('ISSUING_COUNTRY') || document.value('COUNTRY_OF_ISSUE');
  for (const number of document.value('NUMBER').split(/[;,]/u)) {
    const value = /[\p{L}\d/.-]*\d[\p{L}\d/.-]*\s*$/u.exec(
      number.replace(/\([^)]*\)|\b(?:issued|expir|valid).*/giu, ''),
    );
    if (value !== null) draft.identifier(value[0], type ?? undefined, country);
  }
}
