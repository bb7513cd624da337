import { invented, listing } from './support/invented-entity.ts';
import type { ListedEntity } from '../src/model/listed-entity.ts';
import type { ScreeningOptions, Subject } from '../src/model/screening-types.ts';

export interface ReplayCase {
  subject: Subject;
  entity: ListedEntity;
  options: Partial<ScreeningOptions>;
}

function of(
  subject: string | Subject,
  texts: string | string[],
  more: { entity?: Partial<ListedEntity>; options?: Partial<ScreeningOptions> } = {},
): ReplayCase {
  const asked = typeof subject === 'string' ? { name: subject } : subject;
  const names = [texts]
    .flat()
    .map((text, index) => ({ text, kind: index === 0 ? 'primary' : 'alias' }) as const);
  return {
    subject: asked,
    entity: invented({ schema: asked.schema ?? 'Person', names, ...more.entity }),
    options: { matchThreshold: 1, ...more.options },
  };
}

const firm = (name: string): Subject => ({ schema: 'Company', name });
const born = { text: '1968', from: '1968-01-01', to: '1968-12-31', approximate: false };

/** Invented questions, one or more for everything that moves a score. */
export const replayCases: readonly ReplayCase[] = [
  of('Marekko Dolvan', 'Marekko Dolvan'),
  of('Marekko Dolvan', 'DOLVAN, Márekko'),
  of('Dr Marekko Dolvan PhD', 'Marekko Dolvan (deceased)'),
  of('Marekko Dolvan', 'Marekka Dolvann'),
  of('Marekko Dolvan', 'Dolvan Marekko Ilian'),
  of('Marekko Oskeld Dolvan', 'Marekko Dolvan'),
  of('Marekko Dolvan', 'Marekko Strubine'),
  of('Bill Strubine', 'William Strubine'),
  of('M. K. Strubine', 'Marekko Karl Strubine'),
  of('Tarvin Brenmark', 'Dervin Brenmark'),
  of('Marekko van der Strubine', 'Marekko Vanderstrubine'),
  of('Marekko Strubine', 'Марекко Струбин'),
  of('Mohammad Rahimov', 'محمد رحيموف'),
  of('Li Xiaoming', '李小明'),
  of('Kim Cheol-su', '김철수'),
  of('Strubine', 'Marekko Strubine'),
  of({ firstName: 'Marekko', lastName: 'Dolvan' }, 'Dolvan Marekko', {
    entity: {
      names: [{ text: 'Dolvan Marekko', kind: 'primary', parts: { first: 'Dolvan', last: 'Marekko' } }],
    },
  }),
  of({ firstName: 'Marekko', lastName: 'Dolvan', secondLastName: 'Veyra' }, [
    'Marekko Dolvan Veyra',
    'Marekko Dolvan',
  ]),
  of(firm('Velmora 11 Trading LLC'), 'Velmora 12 Trading LLC'),
  of(firm('Velmora Trading'), 'OOO Velmora Handel'),
  of(firm('Velmora Bank AG'), 'Velmora Banque GmbH'),
  of(firm('Third Lowland Works'), '3rd Lowland Works'),
  of(firm('VQSW'), 'Velmora Quorlan Strubine Works'),
  of({ schema: 'Vessel', name: 'MV Velmora' }, 'M/T Velmora II'),
  of({ name: 'Marekko Dolvann', birthDate: '1968-04-02', countries: ['PL'], gender: 'M' }, 'Marekko Dolvan', {
    entity: { birth: [born], countries: [{ code: 'PL', role: 'nationality' }], gender: 'F' },
  }),
  of({ name: 'Marekko Dolvan', birthDate: '1990' }, 'Marekko Dolvan', {
    entity: { birth: [born], listings: [listing('SANCTIONS')] },
    options: { matchThreshold: 95 },
  }),
  of({ name: 'Oskeld Veyra', identifiers: [{ value: 'AB 773311' }] }, 'Marekko Dolvan', {
    entity: { identifiers: [{ value: 'ab-773311', type: 'passport' }] },
  }),
  of('Marekko Dolvan', 'Marekko  Dolvan', { options: { exactMatch: true } }),
];
