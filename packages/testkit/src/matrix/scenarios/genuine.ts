import type { CaptureCondition } from '@countersign/specimens';
import {
  approved,
  type Card,
  type Collected,
  front,
  genuine,
  type Group,
  type Published,
  type Scenario,
  selfie,
} from '../scenario.ts';
import * as people from './people.ts';

interface Document {
  name: string;
  group: Group;
  /** As in the text `her passport`. */
  words: string;
  card: Card;
  collected: Collected;
  read: Published;
}

/** Capture conditions, by the texts of the table. */
const taken: Readonly<
  Record<Exclude<CaptureCondition, 'unreadable-blur' | 'screen' | 'paper' | 'crop'>, string>
> = {
  clean: 'lying straight in even light',
  typical: 'as most people take it',
  blur: 'a little out of focus',
  glare: 'with reflections beside the zone',
  small: 'from far away',
  dim: 'in dim light',
  tilt: 'at a slant',
  upside: 'upside down',
  sideways: 'on its side',
  scan: 'on a flat-bed scanner',
  fingers: 'held by its edge',
  hand: 'held in the hand',
  shadow: 'in the shadow of the telephone',
  messenger: 'sent on by a messenger',
  boards: 'on boards',
  'checked-cloth': 'on a checked cloth',
  'striped-cloth': 'on a striped cloth',
  pale: 'on a pale table',
  clutter: 'among other things',
  tiles: 'on tiles',
};

type Taken = keyof typeof taken;

const rows = (document: Document, ...conditions: Taken[]): Scenario[] =>
  conditions.map((condition) => ({
    id: `${document.name}-${condition}`,
    group: document.group,
    does: `sends ${document.words}, ${taken[condition]}`,
    integration: 'live',
    collected: document.collected,
    pictures: genuine({ ...document.card, condition }),
    expected: approved(document.read),
  }));

const passport: Document = {
  name: 'passport',
  group: 'genuine passport',
  words: 'her own passport',
  card: people.passport,
  collected: people.withType(people.liisasData, 'PASSPORT'),
  read: people.passportRead,
};
const cards = 'genuine card';
const licences = 'genuine licence';

/** People with their own documents, everything in order. */
export const genuineScenarios: readonly Scenario[] = [
  ...rows(passport, 'clean', 'typical', 'blur', 'glare', 'small', 'dim', 'tilt', 'upside', 'sideways'),
  ...rows(passport, 'scan', 'shadow', 'messenger', 'hand'),
  ...rows(passport, 'boards', 'checked-cloth', 'striped-cloth', 'pale', 'clutter', 'tiles'),
  {
    id: 'passport-webp',
    group: 'genuine passport',
    does: 'sends her own passport as a WebP file and the selfie as a PNG file',
    integration: 'live',
    collected: people.liisasData,
    pictures: [front(people.passport, 'as a WebP file'), selfie(people.liisasFace, 'as a PNG file')],
    expected: approved(people.passportRead),
  },
  {
    id: 'passport-undeclared',
    group: 'genuine passport',
    does: 'sends her own passport; the client sent nothing at creation',
    integration: 'live',
    pictures: genuine(people.passport),
    expected: approved(people.passportRead),
  },
  ...rows(
    {
      name: 'visa-a',
      group: 'genuine passport',
      words: 'her own visa, a full page',
      card: people.visaA,
      collected: people.withType(people.liisasData, 'VISA'),
      read: people.visaRead,
    },
    'typical',
  ),
  ...rows(
    {
      name: 'visa-b',
      group: 'genuine passport',
      words: 'her own visa, the small form',
      card: people.visaB,
      collected: people.withType(people.liisasData, 'VISA'),
      read: people.visaRead,
    },
    'typical',
  ),
  ...rows(
    {
      name: 'id-card',
      group: cards,
      words: 'his own identity card',
      card: people.idCard,
      collected: people.withType(people.kestutisData, 'ID_CARD'),
      read: people.idCardRead,
    },
    'typical', 'dim', 'tilt', 'small', 'glare', 'upside',
  ), // prettier-ignore
  ...rows(
    {
      name: 'old-id-card',
      group: cards,
      words: 'his own identity card of the older size',
      card: people.oldIdCard,
      collected: people.kestutisData,
      read: people.idCardRead,
    },
    'typical', 'sideways',
  ), // prettier-ignore
  ...rows(
    {
      name: 'permit',
      group: cards,
      words: 'his own residence permit',
      card: people.permit,
      collected: people.withType(people.kestutisData, 'RESIDENCE_PERMIT'),
      read: people.permitRead,
    },
    'typical', 'shadow',
  ), // prettier-ignore
  ...rows(
    {
      name: 'voter-card',
      group: cards,
      words: 'her own Mexican voter card',
      card: people.voterCard,
      collected: people.voterCardData,
      read: people.voterCardRead,
    },
    'typical', 'dim', 'messenger',
  ), // prettier-ignore
  ...rows(
    {
      name: 'yellow-card',
      group: cards,
      words: 'his own yellow Colombian card',
      card: people.yellowCard,
      collected: people.yellowCardData,
      read: people.yellowCardRead,
    },
    'typical', 'tilt', 'dim',
  ), // prettier-ignore
  ...rows(
    {
      name: 'digital-card',
      group: cards,
      words: 'his own digital Colombian card',
      card: people.digitalCard,
      collected: people.digitalCardData,
      read: people.digitalCardRead,
    },
    'typical', 'small',
  ), // prettier-ignore
  ...rows(
    {
      name: 'state-licence',
      group: licences,
      words: 'her own licence of an American state',
      card: people.stateLicence,
      collected: people.withType(people.stateLicenceData, 'DRIVERS_LICENSE'),
      read: people.stateLicenceRead,
    },
    'typical', 'dim', 'tilt',
  ), // prettier-ignore
  ...rows(
    {
      name: 'brazilian-licence',
      group: licences,
      words: 'her own Brazilian licence; the client sent name and birth date',
      card: people.brazilianLicence,
      collected: people.brazilianLicenceData,
      read: people.brazilianLicenceRead,
    },
    'clean', 'typical',
  ), // prettier-ignore
  {
    id: 'brazilian-licence-undeclared',
    group: licences,
    does: 'sends her own Brazilian licence; the client sent nothing at creation',
    integration: 'live',
    pictures: genuine(people.brazilianLicence),
    expected: approved(people.brazilianLicenceRead),
  },
  ...rows(
    {
      name: 'licence',
      group: licences,
      words: 'her own licence without zone and code; the client sent name and birth date',
      card: people.licence,
      collected: people.withType(people.liisasData, 'DRIVERS_LICENSE'),
      read: people.licenceRead,
    },
    'clean', 'typical',
  ), // prettier-ignore
  ...rows(
    {
      name: 'licence-undeclared',
      group: licences,
      words: 'her own licence without zone and code; the client sent nothing at creation',
      card: people.licence,
      collected: {},
      read: people.licenceRead,
    },
    'clean', 'typical',
  ), // prettier-ignore
];
