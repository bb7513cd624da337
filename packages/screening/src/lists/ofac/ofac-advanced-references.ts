import type { Associate } from '../../model/screening-types.ts';
import { documentedName } from './documented-name.ts';
import type { XmlElement } from '../read-xml.ts';

interface Paper {
  number: string;
  type: string;
  country: string;
}
interface Entry {
  /** Name of the list; `''` if unknown. */
  list: string;
  programmes: string[];
  date: string | null;
}
interface Relation {
  other: string;
  /** Number of its type. */
  relation: string;
  former: boolean;
  /** Whether the relation is stated for the other party. */
  isInverse: boolean;
}
/** Relations that are symmetric. */
const mutual = /family|associate/iu;
const noEntry: Entry = { list: '', programmes: [], date: null };

/** Reference data that parties in `sdn_advanced.xml` refer to by number. */
export class AdvancedReferences {
  static readonly records: ReadonlySet<string> = new Set([
    'DateOfIssue',
    'ReferenceValueSets',
    'Location',
    'IDRegDocument',
    'DistinctParty',
    'ProfileRelationship',
    'SanctionsEntry',
  ]);
  /** Day of issue, `YYYY-MM-DD`. */
  issued: string | null = null;
  /** Words by element name and number. */
  readonly #words = new Map<string, string>();
  readonly #partyType = new Map<string, string>();
  readonly #profileNames = new Map<string, string>();
  readonly #relations = new Map<string, Relation[]>();
  /** Countries by number of the place. */
  readonly places = new Map<string, string>();
  /** Papers by number of the identity. */
  readonly papers = new Map<string, Paper[]>();
  /** List entries by number of the profile. */
  readonly #entries = new Map<string, Entry[]>();

  add(element: XmlElement): void {
    if (element.name === 'DateOfIssue') this.issued = dateOf(element);
    else if (element.name === 'ReferenceValueSets') this.#addWords(element);
    else if (element.name === 'Location') this.#addPlace(element);
    else if (element.name === 'IDRegDocument') this.#addPaper(element);
    else if (element.name === 'DistinctParty') this.#addName(element);
    else if (element.name === 'ProfileRelationship') this.#addRelation(element);
    else this.#addEntry(element);
  }

  /** The word for a reference value; `''` if unknown. */
  word(element: string, id: string): string {
    return this.#words.get(`${element} ${id}`) ?? '';
  }

  /**
   * The word that determines the schema of a party: its type separates people from the rest, its subtype marks vessels and aircraft; `''`
   * if unknown.
   */
  schemaWord(subtype: string): string {
    const kind = this.word('PartySubType', subtype);
    if (/vessel|aircraft/iu.test(kind)) return kind;
    return this.word('PartyType', this.#partyType.get(subtype) ?? '') || kind;
  }

  associatesOf(profile: string): Associate[] {
    return (this.#relations.get(profile) ?? []).flatMap(({ other, relation, former, isInverse }) => {
      const name = this.#profileNames.get(other);
      const word = this.word('RelationType', relation);
      const isTurned = isInverse && word !== '' && !mutual.test(word);
      const marks = [former ? 'former' : '', isTurned ? 'inverse of' : ''].filter((mark) => mark !== '');
      const shown = [marks.join(', '), word].filter((part) => part !== '').join(': ');
      return name === undefined ? [] : [{ name, relation: shown || null }];
    });
  }

  /** The entries of a profile; one without list and programme if the file has none. */
  entriesOf(profile: string): readonly Entry[] {
    return this.#entries.get(profile) ?? [noEntry];
  }

  /** Whether a date is Gregorian, like all dates here: years of another calendar would be centuries off. */
  isGregorian(period: XmlElement): boolean {
    const calendar = this.word('CalendarType', period.attribute('CalendarTypeID'));
    return calendar === '' || /gregorian/iu.test(calendar);
  }

  #addWords(sets: XmlElement): void {
    for (const value of sets.children.flatMap(({ children }) => children)) {
      const id = value.attribute('ID');
      const iso = value.name === 'Country' ? value.attribute('ISO2') : '';
      this.#words.set(`${value.name} ${id}`, iso || value.text.trim() || value.attribute('Description'));
      if (value.name === 'PartySubType') this.#partyType.set(id, value.attribute('PartyTypeID'));
    }
  }

  #addPlace(place: XmlElement): void {
    const country = place.first('LocationCountry')?.attribute('CountryID') ?? '';
    const area = place.first('LocationAreaCode')?.attribute('AreaCodeID') ?? '';
    const word = this.word('Country', country) || this.word('AreaCode', area);
    if (word !== '') this.places.set(place.attribute('ID'), word);
  }

  #addPaper(paper: XmlElement): void {
    const row = {
      number: paper.value('IDRegistrationNo'),
      type: this.word('IDRegDocType', paper.attribute('IDRegDocTypeID')),
      country: this.word('Country', paper.attribute('IssuedBy-CountryID')),
    };
    push(this.papers, paper.attribute('IdentityID'), row);
  }

  #addName(party: XmlElement): void {
    for (const profile of party.all('Profile')) {
      const identity = profile.first('Identity');
      const alias = identity?.all('Alias').find((one) => one.attribute('Primary') === 'true');
      const name = alias?.first('DocumentedName');
      if (identity === undefined || name === undefined) continue;
      this.#profileNames.set(
        profile.attribute('ID'),
        documentedName(name, { identity, references: this }).text,
      );
    }
  }

  #addRelation(relation: XmlElement): void {
    const from = relation.attribute('From-ProfileID');
    const to = relation.attribute('To-ProfileID');
    const type = relation.attribute('RelationTypeID');
    const former = relation.attribute('Former') === 'true';
    push(this.#relations, from, { other: to, relation: type, former, isInverse: false });
    push(this.#relations, to, { other: from, relation: type, former, isInverse: true });
  }

  #addEntry(entry: XmlElement): void {
    const [event] = entry.all('EntryEvent');
    const [date] = event?.all('Date') ?? [];
    const programmes = entry
      .all('SanctionsMeasure')
      .filter((measure) =>
        /program/iu.test(this.word('SanctionsType', measure.attribute('SanctionsTypeID')) || 'program'),
      )
      .flatMap((measure) => measure.values('Comment'));
    push(this.#entries, entry.attribute('ProfileID'), {
      list: this.word('List', entry.attribute('ListID')),
      programmes,
      date: date === undefined ? null : dateOf(date),
    });
  }
}

function dateOf(element: XmlElement): string | null {
  const parts = [element.value('Year'), element.value('Month'), element.value('Day')].filter(
    (text) => text !== '',
  );
  return parts.map((text) => text.padStart(2, '0')).join('-') || null;
}

function push<T>(rows: Map<string, T[]>, id: string, row: T): void {
  const before = rows.get(id);
  if (before === undefined) rows.set(id, [row]);
  else before.push(row);
}
