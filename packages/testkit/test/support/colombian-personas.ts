/** What clients are told of Colombia's personas. @see spec/contract.md @see spec/registries.md 6.3, 16.3 */
import { approved, declined, resubmission, type Verdict } from './registry-personas.ts';

/** `registryValidation` of a registry that answered. */
export const answered = (
  fullNameSimilarity: number | null,
  documentValid: boolean,
  personIsAlive: boolean | null,
) => ({
  countryRegistry: 'CO',
  registryName: 'Registraduría Nacional del Estado Civil',
  fullNameSimilarity,
  documentValid,
  personIsAlive,
});

/** `registryValidation` of one that did not. */
export const silent = {
  countryRegistry: null,
  registryName: null,
  fullNameSimilarity: null,
  documentValid: null,
  personIsAlive: null,
  error: ['Unable to get response from registry'],
};

export type ColombianPersona = [number: string, who: string, verdict: Verdict, object: object];

/** By their whole number. */
export const named: ColombianPersona[] = [
  ['9000000001', 'valid', approved, answered(100, true, true)],
  ['9000000002', 'not found', declined(529), answered(null, false, null)],
  ['9000000006', 'deceased', declined(529), answered(100, false, false)],
  ['9000000003', 'another name', declined(529), answered(0, true, true)],
  ['9000000004', 'nearly the same name', resubmission(529), answered(72.3, true, true)],
  ['9000000005', 'issue date differs', declined(529), answered(100, false, true)],
  ['9000000014', 'no answer', declined(544), silent],
];

/** By their last digit. */
export const patterns: ColombianPersona[] = [
  ['1020304050', 'in force', approved, answered(100, true, true)],
  ['1020304051', 'cancelled', declined(529), answered(100, false, true)],
  ['1020304052', 'deceased', declined(529), answered(100, false, false)],
  ['1020304053', 'another second name', declined(529), answered(61.5, true, true)],
  ['1020304056', 'another first name', resubmission(529), answered(72.3, true, true)],
  ['1020304057', 'not found', declined(529), answered(null, false, null)],
  ['1020304058', 'not found', declined(529), answered(null, false, null)],
  ['1020304059', 'not found', declined(529), answered(null, false, null)],
];

/** Those that one has to wait for. */
export const slow: ColombianPersona[] = [
  ['9000000015', 'valid after several seconds', approved, answered(100, true, true)],
  ['1020304055', 'in force, by its last digit, after several seconds', approved, answered(100, true, true)],
  ['1020304054', 'silent, by its last digit', declined(544), silent],
];
