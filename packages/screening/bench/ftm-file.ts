/**
 * Writes an invented FollowTheMoney export: `node tools/run-ts.mjs packages/screening/bench/ftm-file.ts FILE [megabytes]`. It has
 * people and companies with names, aliases, dates, countries, topics and identifiers, and links between them, in the proportions of
 * large exports. The same size returns the same file.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import { inventedWords, NameSource, randomFrom } from './filler-names.ts';

type Properties = Record<string, string[]>;
interface Line {
  id: string;
  caption: string;
  schema: string;
  properties: Properties;
  referents: string[];
}

const topics = ['sanction', 'debarment', 'crime', 'poi', 'wanted', 'role.rca', 'reg.warn', 'corp.disqual'];
const countries = ['de', 'fr', 'ru', 'ua', 'br', 'mx', 'us', 'gb', 'tr', 'cn', 'kr', 'ng', 'in', 'eg', 'pl'];
const datasets = ['inv_sanctions', 'inv_wanted', 'inv_peps', 'inv_debarred', 'inv_companies', 'inv_registry'];
const relations = ['parent', 'spouse', 'sibling', 'child', 'business partner'];

/** Cumulative percentages of the kinds of lines; the rest are addresses. */
const shares = { person: 44, company: 60, sanction: 70, office: 80, edge: 92 };

class Export {
  readonly #random: () => number;
  readonly #names: NameSource;
  #people = 0;
  #companies = 0;
  #lines = 0;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
    this.#names = new NameSource(inventedWords(80_000), seed);
  }

  /** One line with its line break. */
  line(): string {
    this.#lines += 1;
    const line = this.#next();
    const from = this.#below(datasets.length);
    const seen = `2024-${this.#two(12)}-${this.#two(28)}T06:00:00`;
    const last = { first_seen: seen, last_seen: '2026-11-01T06:00:00', last_change: seen, target: true };
    const sets = datasets.slice(from, from + 1 + this.#below(2));
    return `${JSON.stringify({ ...line, datasets: sets, ...last })}\n`;
  }

  #next(): Line {
    const share = this.#random() * 100;
    // Links need people to connect.
    if (share < shares.person || this.#people < 10) return this.#person();
    if (share < shares.company || this.#companies < 10) return this.#company();
    if (share < shares.sanction) return this.#sanction();
    if (share < shares.office) return this.#office();
    return share < shares.edge ? this.#edge() : this.#address();
  }

  #person(): Line {
    this.#people += 1;
    const name = this.#names.listed();
    const [first = '', ...rest] = name.split(' ');
    const properties: Properties = { name: [name] };
    if (rest.length > 0) Object.assign(properties, { firstName: [first], lastName: [rest.join(' ')] });
    if (this.#random() < 0.6) properties['alias'] = this.#many(3, () => this.#names.listed());
    if (this.#random() < 0.2) properties['weakAlias'] = [this.#names.listed()];
    if (this.#random() < 0.7) properties['birthDate'] = [this.#date()];
    if (this.#random() < 0.05) properties['deathDate'] = [this.#date()];
    properties['gender'] = [this.#random() < 0.7 ? 'male' : 'female'];
    properties['nationality'] = this.#many(2, () => this.#of(countries));
    properties['topics'] = this.#many(2, () =>
      this.#of(topics).replace('debarment', 'role.pep').replace('corp.disqual', 'role.pep.natl'),
    );
    if (this.#random() < 0.4)
      properties['position'] = this.#many(3, () => `Member of the ${this.#names.listed()} Assembly`);
    if (this.#random() < 0.3) properties['passportNumber'] = [this.#number('P')];
    if (this.#random() < 0.3) properties['idNumber'] = [this.#number('')];
    return this.#entity('Person', `inv-p${this.#people}`, { name, properties });
  }

  #company(): Line {
    this.#companies += 1;
    const name = `${this.#names.listed()} ${this.#of(['LLC', 'GmbH', 'Holding Ltd', 'Trading Company', 'S.A.'])}`;
    const properties: Properties = {
      name: [name],
      jurisdiction: [this.#of(countries)],
      registrationNumber: [this.#number('')],
      incorporationDate: [this.#date()],
      topics: this.#many(2, () => this.#of(topics)),
    };
    if (this.#random() < 0.5) properties['alias'] = this.#many(2, () => this.#names.listed());
    if (this.#random() < 0.2) properties['previousName'] = [this.#names.listed()];
    if (this.#random() < 0.2) properties['leiCode'] = [this.#number('LEI')];
    return this.#entity('Company', `inv-c${this.#companies}`, { name, properties });
  }

  #entity(schema: string, id: string, { name, properties }: { name: string; properties: Properties }): Line {
    properties['sourceUrl'] = [`https://lists.example.org/${schema.toLowerCase()}/${id}`];
    if (this.#random() < 0.3) properties['notes'] = this.#many(3, () => this.#prose());
    const referents = this.#random() < 0.2 ? [`inv-old-${this.#number('')}`] : [];
    return { id, caption: name, schema, properties, referents };
  }

  #sanction(): Line {
    const properties = {
      entity: [this.#anybody()],
      authority: ['Office of Invented Sanctions'],
      program: [`INV-${this.#below(40)}`],
      listingDate: [this.#date()],
      reason: [this.#prose()],
      sourceUrl: [`https://lists.example.org/sanction/${this.#lines}`],
    };
    return this.#link('Sanction', 'Sanction', properties);
  }

  #office(): Line {
    // One position for every thirty people who hold one.
    if (this.#random() < 0.03 || this.#lines < 100)
      return this.#link('Position', 'Office', {
        name: [`Minister of ${this.#names.listed()}`],
        topics: [this.#of(['gov.national', 'gov.state', 'gov.muni', 'gov.igo'])],
      });
    return this.#link('Occupancy', 'Occupancy', {
      holder: [`inv-p${1 + this.#below(this.#people)}`],
      post: [`inv-l${1 + this.#below(this.#lines)}`],
      startDate: [this.#date()],
      status: ['current'],
    });
  }

  #edge(): Line {
    if (this.#random() < 0.5)
      return this.#link('Family', 'Family', {
        person: [`inv-p${1 + this.#below(this.#people)}`],
        relative: [`inv-p${1 + this.#below(this.#people)}`],
        relationship: [this.#of(relations)],
      });
    return this.#link('Ownership', 'Ownership', {
      owner: [this.#anybody()],
      asset: [`inv-c${1 + this.#below(this.#companies)}`],
      role: ['shareholder'],
      percentage: [String(this.#below(100))],
    });
  }

  #address(): Line {
    const full = `${this.#below(300)} ${this.#names.customer()} Street, ${this.#names.customer()}`;
    return this.#link('Address', full, { full: [full], country: [this.#of(countries)] });
  }

  #link(schema: string, caption: string, properties: Properties): Line {
    return { id: `inv-l${this.#lines}`, caption, schema, properties, referents: [] };
  }

  #anybody(): string {
    return this.#random() < 0.7
      ? `inv-p${1 + this.#below(this.#people)}`
      : `inv-c${1 + this.#below(this.#companies)}`;
  }

  #prose(): string {
    return `${this.#names.listed()} is said to have worked for ${this.#names.listed()} until ${this.#date()}.`;
  }

  #date(): string {
    return `${1930 + this.#below(90)}-${this.#two(12)}-${this.#two(28)}`;
  }

  #number(prefix: string): string {
    return prefix + String(10_000_000 + this.#below(89_999_999));
  }

  #two(most: number): string {
    return String(1 + this.#below(most)).padStart(2, '0');
  }

  #many(most: number, make: () => string): string[] {
    return Array.from({ length: 1 + this.#below(most) }, make);
  }

  #of(from: readonly string[]): string {
    return from[this.#below(from.length)] as string;
  }

  #below(end: number): number {
    return Math.floor(this.#random() * end);
  }
}

/** Writes an export of about `megabytes` (10^6 bytes). @returns the number of lines */
export function writeFtmFile(file: string, megabytes: number): number {
  const invented = new Export(7);
  const descriptor = openSync(file, 'w');
  let bytes = 0;
  let lines = 0;
  try {
    while (bytes < megabytes * 1e6) {
      const chunk = Array.from({ length: 2000 }, () => invented.line());
      bytes += writeSync(descriptor, chunk.join(''));
      lines += chunk.length;
    }
  } finally {
    closeSync(descriptor);
  }
  return lines;
}
