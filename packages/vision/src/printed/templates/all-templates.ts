import { drivingLicenceFront } from './brazil.ts';
import { digitalCardFront, yellowCardBack, yellowCardFront } from './colombia.ts';
import { numberedLicence } from './europe.ts';
import { voterCardBack, voterCardFront } from './mexico.ts';
import type { DocumentTemplate } from './template.ts';
import { stateLicenceFront } from './united-states.ts';
import {
  utopianCardBack,
  utopianCardFront,
  utopianPassport,
  utopianTravelCard,
  utopianVisaA,
  utopianVisaB,
} from './utopia.ts';

/** Every side of every document type that has a template. */
export const documentTemplates: readonly DocumentTemplate[] = [
  voterCardFront,
  voterCardBack,
  digitalCardFront,
  yellowCardFront,
  yellowCardBack,
  drivingLicenceFront,
  stateLicenceFront,
  numberedLicence,
  utopianPassport,
  utopianCardFront,
  utopianCardBack,
  utopianTravelCard,
  utopianVisaA,
  utopianVisaB,
];
