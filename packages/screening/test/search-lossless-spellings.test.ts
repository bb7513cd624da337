import { expect, test } from 'vitest';
import { randomFrom } from '../bench/filler-names.ts';
import type { Schema } from '../src/model/screening-types.ts';
import { screenByBoth } from './support/both-screeners.ts';
import { invented } from './support/invented-entity.ts';

// SCREENING_NIGHTLY=<seed> gives other names; by night there are twenty times as many.
const seed = Number(process.env['SCREENING_NIGHTLY'] ?? 0) || 20_270;
const lists = process.env['NIGHTLY'] === '1' ? 60 : 3;
const questionsOfList = 60;

const words = {
  people: `abd abdul abdel abdol abdur al el hadi hadhi haq hak haqq noor nur nour otto oto fadhli fazli fadli velthari velsari veltari
    uthman usman axmedov akhmedov ahmedov velghari velqari velgari sergei sergey seryozha dmitriy dmitry dima mo7ammed mohammed 3ali ali
    artur0 arturo عبد الهادي هادي абдул хади сергей m.d. n.a. tony toni antonio fernandez hernandez khan han`,
  'people of more languages': `nee geb dolvan strubin (nee strubin) yosida yoshida tutiya tsuchiya huzii fujii zyunko junko matumoto matsumoto
    park bak joo ju won juwon joo-won hyun hyeon su seo kyung gyeong choi choe dalvanau dolvanov dolvanova strubianka strubenko
    dhmhtrhs dimitris xristos christos khristos papadopoylos papadopoulos antwnhs antonis valery valeri hein hendrik kate katya`,
  'people whose names are written together': `mohammad mahammad reza riza mohammadreza mahammadreza محمدرضا محمد رضا ghulam gholamreza
    gholammohamed kaka zada kakazadeh زاده ayub ayubkhan khan wali jan valijan`,
  'people with an article in one word': `al velmar alvelmer ar rahman arrahman bin ben hammidi benhammedi abd abdul razzak razak abdurazak
    hayat hayaat ullah hayatullah`,
  'people of names near in letters': `hazvij hejvej qasdim kasdem jalvadin julvaidan velmarin velhorin dolvinek dalvonak strubin dolvan marek
    abul abu kor kur bo velmkazdu velmqezdo`,
  'people in Russian and Ukrainian letters': `віктор виктор сергіи сергеи микола николаи струбинськии струбинскии велморицькии велморицкии
    гордіичук гордиичук дольван долван анатольевич ія илья strubinsky viktor haq haque hak`,
  firms: `nicolas nico nicholas жанна joana zhanna thomas tamas velmora brenmark trdg trading shpg shipping engg engineering intl
    international group grp gie sarl llc open joint stock co company velthari velsari`,
} as const;

type WordsOf = keyof typeof words;

/** Names of one to four of these words, as they come. */
function namesOf(of: WordsOf, number: number): () => string {
  const random = randomFrom(seed * 100 + number);
  const all = words[of].split(/\s+/u);
  const below = (end: number): number => Math.floor(random() * end);
  return () => Array.from({ length: 1 + below(4) }, () => all[below(all.length)] ?? '').join(' ');
}

const kinds: readonly (readonly [WordsOf, Schema])[] = [
  ['people', 'Person'],
  ['people of more languages', 'Person'],
  ['people whose names are written together', 'Person'],
  ['people with an article in one word', 'Person'],
  ['people of names near in letters', 'Person'],
  ['people in Russian and Ukrainian letters', 'Person'],
  ['firms', 'Company'],
];

test.each(kinds)(
  'the index finds what scoring every name finds, of spellings of one word: %s',
  (of, schema) => {
    let hits = 0;
    for (let list = 0; list < lists; list += 1) {
      const name = namesOf(of, list);
      const entities = Array.from({ length: 60 }, (_, at) =>
        invented({ id: `inv-${at}`, schema, names: [{ text: name(), kind: 'primary' }] }),
      );
      const screen = screenByBoth(entities);
      for (let question = 0; question < questionsOfList; question += 1) {
        const matchThreshold = [80, 80, 60, 90, 30][question % 5] ?? 80;
        hits += screen({ name: `${name()} dolvan`, schema }, { matchThreshold }).total;
        hits += screen({ name: `${name()} ${name()}`, schema }, { matchThreshold }).total;
      }
    }
    expect(hits).toBeGreaterThan(200);
  },
  lists * 80_000,
);
