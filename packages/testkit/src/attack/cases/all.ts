import type { AttackCase } from '../attack-case.ts';
import { idCases, routeCases } from './addresses.ts';
import { authenticationCases } from './authentication.ts';
import { bodyCases } from './bodies.ts';
import { connectionCases } from './connections.ts';
import { flowCases } from './flow.ts';
import { fraudReportCases } from './fraud-reports.ts';
import { fuzzCases } from './fuzz.ts';
import { leakCases } from './leaks.ts';
import { linkCases } from './links.ts';
import { mediaBodyCases } from './media-bodies.ts';
import { pictureCases } from './pictures.ts';
import { portalCases } from './portal.ts';
import { repeatCases } from './repeats.ts';
import { signatureCases } from './signatures.ts';
import { smugglingCases } from './smuggling.ts';

export interface FuzzOptions {
  /** Total number of mutated requests. */
  requests: number;
  seed: number;
}

/** Every attack, in the order of the groups. */
export const allCases = (fuzz: FuzzOptions): readonly AttackCase[] => [
  ...authenticationCases,
  ...signatureCases,
  ...routeCases,
  ...idCases,
  ...fraudReportCases,
  ...bodyCases,
  ...mediaBodyCases,
  ...pictureCases,
  ...linkCases,
  ...flowCases,
  ...portalCases,
  ...repeatCases,
  ...smugglingCases,
  ...connectionCases,
  ...leakCases,
  ...fuzzCases(fuzz),
];
