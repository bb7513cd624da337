/** The simulated voter list's record of a card. @see spec/registries.md 8.5, 14 */
import type { MexicanPerson } from '../mx-ine/mexican-people.ts';
import type { Scenario, SimulatedCall } from '../server/simulated-route.ts';
import { voterListScenarios, type VoterListTwist } from './scenarios.ts';

/** The numbers by which a card of any model is looked up, in the list's terms. */
export interface CardRequest {
  cic?: string;
  identificadorCiudadano?: string;
  ocr?: string;
  claveElector?: string;
}

/** The content that accompanies each `claveMensaje`; codes that are missing here mean nothing. @see spec/registries.md 14 */
const contents: ReadonlyMap<number, 'card' | 'nothing' | 'failure'> = new Map([
  [0, 'nothing'],
  [1, 'card'],
  [3, 'card'],
  [4, 'failure'],
  [5, 'nothing'],
  [6, 'nothing'],
  [7, 'nothing'],
  [8, 'nothing'],
  [9, 'card'],
  [11, 'card'],
  [12, 'card'],
]);

/** The content of a response with this code; `null`: the list has no such code. */
export const contentOf = (claveMensaje: number) => contents.get(claveMensaje) ?? null;

const currentCode = 3;
const unknownCode = 5;
const cardLifeYears = 10;

/** `claveMensaje` of a scenario's response. */
export function messageCode({ person, twist }: Scenario): number {
  const holder: Partial<MexicanPerson> = person ?? {};
  const plain = person === null ? unknownCode : (holder.voterListCode ?? currentCode);
  return (twist as Partial<VoterListTwist>).code ?? plain;
}

/** In the sandbox a card has the numbers of the request; other cards have their own. */
export function cardMembers(request: CardRequest, number: string | null, { person }: Scenario) {
  const holder: Partial<MexicanPerson> = person ?? {};
  const { identificadorCiudadano: citizenId } = request;
  const section = holder.ocr?.slice(0, 4) ?? '';
  const { issueYear = '2023' } = holder;
  return {
    cic: request.cic ?? number,
    ocr: request.ocr ?? (citizenId ? section + citizenId : holder.ocr),
    claveElector: request.claveElector ?? holder.voterKey,
    numeroEmision: holder.emissionNumber,
    distritoFederal: '12',
    distritoLocal: '8',
    anioRegistro: holder.registrationYear,
    anioEmision: issueYear,
    vigencia: String(Number(issueYear) + cardLifeYears),
  };
}

/** The requested CIC; for a card of model C, the CIC of the person with its voter key. */
export function requestedNumber(request: CardRequest | null, people: SimulatedCall['people']): string | null {
  if (request?.cic !== undefined || request === null) return request?.cic ?? null;
  const hasKey = (person: Scenario['person']) => person?.['voterKey'] === request.claveElector;
  const scenario = voterListScenarios.find(({ person }) => hasKey(person));
  return scenario?.number ?? [...people].find(([, person]) => hasKey(person))?.[0] ?? null;
}
