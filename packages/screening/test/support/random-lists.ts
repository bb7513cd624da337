import { inventedWords, NameSource, randomFrom } from '../../bench/filler-names.ts';
import type { ListedEntity } from '../../src/model/listed-entity.ts';
import { defaultOptions } from '../../src/model/screener.ts';
import {
  schemata,
  type NameKind,
  type ScreeningOptions,
  type Subject,
} from '../../src/model/screening-types.ts';

const notWords =
  'Trading LLC GmbH OOO Bank 12 Third PJSC International Al de J. M bin ibn oglu Dr Abdulrahman Abd Rahman Salahuddin Allah Din Pak Min Ho JP US M4rekko'.split(
    ' ',
  );
const otherScripts = [
  '王小明',
  '李 明',
  'Иван Петров',
  'محمد علي',
  '김철수',
  'Мохаммед',
  'ジョン・スミス',
  'Γιώργος',
  'عبد الرحمن علي',
  'Абдурахман Петров',
  'Nurullah Ivan',
  'صلاح الدين',
];
const kinds: readonly NameKind[] = ['primary', 'alias', 'former', 'weak'];
const lists = ['SANCTIONS', 'WARNINGS', 'PEP_CLASS_1', 'ADVERSE_MEDIA'] as const;
const thresholds = [0, 10, 30, 50, 60, 65, 70, 75, 80, 80, 80, 85, 90, 95, 100];

/** Lists and questions with all that names come with, the same for the same seed. */
export class RandomLists {
  readonly #random: () => number;
  readonly #names: NameSource;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
    this.#names = new NameSource(inventedWords(2500, seed), seed + 1);
  }

  entities(amount: number): ListedEntity[] {
    return Array.from({ length: amount }, (_, index) => this.#entity(`inv-${index}`));
  }

  /** A subject, as often as not with the name of one of these entities or nearly so, and options. */
  question(entities: readonly ListedEntity[]): { subject: Subject; options: ScreeningOptions } {
    const like = this.#pick(this.#pick(entities).names).text;
    const name = this.#chance(2) ? this.#altered(like) : this.#name();
    const subject: Subject = {
      name,
      schema: this.#pick(schemata),
      ...(this.#chance(3) && { birthDate: '1970' }),
      ...(this.#chance(3) && { countries: ['DE'] }),
      ...(this.#chance(4) && { identifiers: [{ value: this.#number() }] }),
    };
    const options = {
      ...defaultOptions,
      matchThreshold: this.#pick(thresholds),
      exactMatch: this.#chance(12),
      excludeDeceased: this.#chance(5),
      countries: this.#chance(4) ? ['FR'] : [],
      lists: this.#chance(4) ? [this.#pick(lists)] : defaultOptions.lists,
      limit: 500,
    };
    return { subject, options };
  }

  #entity(id: string): ListedEntity {
    const list = this.#pick(lists);
    return {
      id,
      formerIds: [],
      schema: this.#pick(schemata),
      names: Array.from({ length: 1 + this.#below(3) }, () => ({
        text: this.#name(),
        kind: this.#pick(kinds),
      })),
      birth: this.#chance(3)
        ? [{ text: '1970', from: '1970-01-01', to: '1970-12-31', approximate: false }]
        : [],
      death: null,
      deceased: this.#chance(9),
      gender: null,
      countries: this.#chance(2) ? [{ code: this.#pick(['DE', 'FR', 'RU']), role: 'nationality' }] : [],
      identifiers: this.#chance(5) ? [{ value: this.#number() }] : [],
      listings: [
        {
          list,
          source: 'invented',
          sourceName: 'Invented list',
          url: null,
          date: null,
          programme: null,
          title: null,
          snippet: null,
        },
      ],
      associates: [],
      positions: [],
      contentHash: id,
    };
  }

  #name(): string {
    if (this.#chance(20)) return this.#pick(otherScripts);
    const words = this.#names.listed().split(' ');
    if (this.#chance(3)) words.splice(this.#below(words.length + 1), 0, this.#pick(notWords));
    if (this.#chance(10)) words[this.#below(words.length)] = `${this.#pick('ABJKMS'.split(''))}.`;
    if (this.#chance(30)) return `${words.map((word) => word.charAt(0)).join('')}BK`;
    const text = words.join(' ');
    return this.#chance(8) ? text.replace(' ', '') : text;
  }

  #altered(name: string): string {
    const words = name.split(' ');
    switch (this.#below(7)) {
      case 0:
        return words.toReversed().join(' ');
      case 1:
        return name.replace(' ', '');
      case 2:
        return words.length > 2 ? words.filter((_, index) => index !== 1).join(' ') : name;
      case 3: {
        const at = this.#below(name.length);
        return `${name.slice(0, at)}e${name.slice(at + 1)}`;
      }
      case 4:
        // The blank before or behind the letter beside it.
        return this.#chance(2) ? name.replace(/(.) /u, ' $1') : name.replace(/ (.)(?=.)/u, '$1 ');
      case 5: {
        // A letter doubled or two swapped in the shortest word.
        const [shortest = ''] = words.toSorted((a, b) => a.length - b.length);
        const slip = this.#chance(2)
          ? `${shortest.slice(0, 1)}${shortest}`
          : shortest.replace(/(.)(.)$/u, '$2$1');
        return words.map((word) => (word === shortest ? slip : word)).join(' ');
      }
      default:
        return name;
    }
  }

  #number(): string {
    return `AB${1000 + this.#below(200)}`;
  }

  #below(end: number): number {
    return Math.floor(this.#random() * end);
  }

  #chance(oneIn: number): boolean {
    return this.#below(oneIn) === 0;
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[this.#below(items.length)] as Item;
  }
}
