/** All people in the simulated registries of Mexico are invented; none of these numbers was ever issued. */
import type { SimulatedPerson } from '../server/simulated-route.ts';

/**
 * A person as added to all three registries of Mexico, in upper case without accents. Optional members have a default in each
 * registry.
 */
export interface MexicanPerson {
  firstName: string;
  fatherLastName: string;
  /** `null`: has one surname. */
  motherLastName: string | null;
  /** Also contains sex, date of birth and state of birth. */
  curp: string;
  /** 13 digits. */
  ocr: string;
  /** 18 characters. */
  voterKey: string;
  /** `YYYY`. */
  registrationYear: string;
  /** `YYYY`. */
  issueYear: string;
  /** Two digits. */
  emissionNumber: string;
  /** Similarity of any picture to the portrait on file, in INE's format; default `97.3%`. */
  similarity?: string;
  /** Default `VIGENTE`. */
  standing?: 'VIGENTE' | 'NO_VIGENTE';
  /** Default `null`. */
  theftReport?: string | null;
  /** `claveMensaje` in the voter list; default 3. */
  voterListCode?: number;
  /** Status in the population registry; default `AN`. */
  curpStatus?: string;
  /** Codes that the current one replaced; default none. */
  previousCurps?: string[];
}

/** **MX identity**. @see spec/registries.md 15.3 */
export const mexicanIdentity: MexicanPerson = {
  firstName: 'JUAN CARLOS',
  fatherLastName: 'PEREZ',
  motherLastName: 'LOPEZ',
  curp: 'PELJ850101HDFRPN06',
  ocr: '0123098765432',
  voterKey: 'PRLPJN85010109H400',
  registrationYear: '2003',
  issueYear: '2023',
  emissionNumber: '02',
};

/** Names and numbers of another holder; the years are the identity's, so that one set of dates works for every scenario. */
export const oneSurname: MexicanPerson = {
  ...mexicanIdentity,
  firstName: 'MANUEL',
  fatherLastName: 'LOPEZ',
  motherLastName: null,
  curp: 'LOXM920303HNLPXN03',
  ocr: '0789023456789',
  voterKey: 'LPXXMN92030319H200',
};

/** The second card of the layouts. @see spec/registries.md 13.2 */
export const woman: MexicanPerson = {
  ...mexicanIdentity,
  firstName: 'MONICA',
  fatherLastName: 'NUÑEZ',
  motherLastName: 'GARCIA',
  curp: 'NUGM900202MJCXRN05',
  ocr: '0456012345678',
  voterKey: 'NZGRMN90020214M300',
  emissionNumber: '01',
};

export const sexX: MexicanPerson = {
  ...mexicanIdentity,
  firstName: 'XIMENA',
  fatherLastName: 'GARCIA',
  motherLastName: 'ROJAS',
  curp: 'GARX050505XOCRJMA8',
  ocr: '0321034567890',
  voterKey: 'GRRJXM05050520M100',
};

const shapes: Readonly<Record<string, RegExp>> = {
  firstName: /./,
  fatherLastName: /./,
  curp: /^.{18}$/u,
  ocr: /^\d{12,13}$/,
  voterKey: /^.{18}$/u,
  registrationYear: /^\d{4}$/,
  issueYear: /^\d{4}$/,
  emissionNumber: /^\d{2}$/,
};

/** Why a person to be added by control is invalid; `null`: it is valid. */
export function objectionToMexican(person: SimulatedPerson): string | null {
  const wrong = Object.entries(shapes).filter(([name, shape]) => {
    const value = person[name];
    return typeof value !== 'string' || !shape.test(value);
  });
  return wrong.length === 0 ? null : `missing or of another shape: ${wrong.map(([name]) => name).join(', ')}`;
}
