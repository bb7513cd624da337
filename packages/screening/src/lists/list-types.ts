import type { ListType } from '../screening-types.ts';

/** All list types, in the order of the interface. */
export const listTypes: readonly ListType[] = [
  'SANCTIONS',
  'PEP_CLASS_1',
  'PEP_CLASS_2',
  'PEP_CLASS_3',
  'PEP_CLASS_4',
  'ADVERSE_MEDIA',
  'FITNESS_PROBITY',
  'WARNINGS',
];
