import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { foldKey } from '../../src/tables/fold-key.ts';
import { numberOf } from './seeded-random.ts';

/** What the development sets need of a listed person or organisation. */
export interface DevelopmentEntity {
  id: string;
  kind: 'person' | 'organisation';
  /** Primary first. */
  names: string[];
  birthYears: number[];
  /** Split by entity: what is tuned on, and what is only reported. */
  part: 'tune' | 'report';
}

function readPacked(folder: string, file: string): string {
  return gunzipSync(readFileSync(path.join(folder, file))).toString('utf8');
}

function fieldsOf(row: string): string[] {
  return [...row.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/gu)].map(([, quoted, plain]) => {
    const text = (quoted ?? plain ?? '').trim();
    return text === '-0-' ? '' : text;
  });
}

function entity(id: string, kind: DevelopmentEntity['kind'], name: string): DevelopmentEntity {
  return { id, kind, names: [name], birthYears: [], part: numberOf(id) % 2 === 0 ? 'tune' : 'report' };
}

/** Persons and organisations of the three-file CSV list; vessels and aircraft are left out. */
function readCsvList(folder: string): DevelopmentEntity[] {
  const entities = new Map<string, DevelopmentEntity>();
  for (const row of readPacked(folder, 'sdn.csv.gz').split('\n')) {
    const fields = fieldsOf(row);
    const [id = '', name = '', type = ''] = fields;
    if (name === '' || type === 'vessel' || type === 'aircraft') continue;
    const listed = entity(`ofac-${id}`, type === 'individual' ? 'person' : 'organisation', name);
    for (const [, year] of (fields[11] ?? '').matchAll(/DOB (?:\d+ \w+ |\w+ )?(\d{4})/gu))
      listed.birthYears.push(Number(year));
    entities.set(id, listed);
  }
  for (const row of readPacked(folder, 'alt.csv.gz').split('\n')) {
    const [id = '', , , name = ''] = fieldsOf(row);
    if (name !== '') entities.get(id)?.names.push(name);
  }
  return [...entities.values()];
}

function valuesOf(xml: string, tag: string): string[] {
  return [...xml.matchAll(new RegExp(`<${tag}>([^<]+)</${tag}>`, 'gu'))].map(([, text = '']) =>
    text.replaceAll('&amp;', '&').replaceAll('&apos;', "'").replaceAll('&quot;', '"').trim(),
  );
}

function readXmlList(folder: string): DevelopmentEntity[] {
  const xml = readPacked(folder, 'un_consolidated.xml.gz');
  const found: DevelopmentEntity[] = [];
  for (const [, tag = '', body = ''] of xml.matchAll(/<(INDIVIDUAL|ENTITY)>(.*?)<\/\1>/gsu)) {
    const name = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME']
      .flatMap((part) => valuesOf(body, part))
      .join(' ');
    const listed = entity(
      `un-${valuesOf(body, 'DATAID')[0]}`,
      tag === 'ENTITY' ? 'organisation' : 'person',
      name,
    );
    for (const [, alias = ''] of body.matchAll(
      /<(?:INDIVIDUAL|ENTITY)_ALIAS>(.*?)<\/(?:INDIVIDUAL|ENTITY)_ALIAS>/gsu,
    ))
      if (!alias.includes('<QUALITY>Low'))
        listed.names.push(...valuesOf(alias, 'ALIAS_NAME').flatMap((text) => text.split(';')));
    listed.names.push(...valuesOf(body, 'NAME_ORIGINAL_SCRIPT'));
    for (const year of valuesOf(body, 'YEAR')) listed.birthYears.push(Number(year));
    for (const date of valuesOf(body, 'DATE')) listed.birthYears.push(Number(date.slice(0, 4)));
    found.push(listed);
  }
  return found;
}

/** Persons and organisations of the official lists below a folder of development data, each with its strong names. */
export function readDevelopmentLists(folder: string): DevelopmentEntity[] {
  const entities = [
    ...readCsvList(path.join(folder, 'lists/ofac')),
    ...readXmlList(path.join(folder, 'lists/un')),
  ];
  for (const listed of entities) {
    const kept = new Map<string, string>();
    for (const name of listed.names) {
      const text = name.replace(/\s+/gu, ' ').trim();
      if (/\p{L}{2}/u.test(text) && text.length <= 120 && !kept.has(foldKey(text)))
        kept.set(foldKey(text), text);
    }
    listed.names = [...kept.values()];
  }
  return entities.filter(({ names }) => names.length > 0);
}

/** Latin words of the transliteration pairs with the largest count of any file: how often names have them. */
export function readLatinCounts(folder: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const file of ['russian', 'arabic', 'hebrew', 'katakana', 'korean', 'chinese']) {
    for (const line of readPacked(path.join(folder, 'transliteration'), `${file}.tsv.gz`).split('\n')) {
      const [latin = '', , count = '0'] = line.split('\t');
      if (latin.length > 1) counts.set(latin, Math.max(counts.get(latin) ?? 0, Number(count)));
    }
  }
  return counts;
}
