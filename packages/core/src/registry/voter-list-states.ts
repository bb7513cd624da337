import type { CombinedRegistryData } from '@countersign/contract';

/** State of a card that a code of the voter list reports, in the wire's terms. */
export interface VoterListState {
  active: boolean;
  status: CombinedRegistryData['ine']['status'];
  /** Spanish display text. */
  documentState: string;
}

const notFound: VoterListState = {
  active: false,
  status: 'no_encontrado',
  documentState: 'No se obtuvieron datos con la información proporcionada',
};

/** By `claveMensaje`. Code 4 is absent: it reports a fault of the voter list's own service, not the state of a card. */
// prettier-ignore
const states: ReadonlyMap<number, VoterListState> = new Map([
  [3, { active: true, status: 'vigente', documentState: 'Vigente como medio de identificación y para votar' }],
  [12, { active: true, status: 'vigente', documentState: 'Vigente para votar desde el extranjero' }],
  [9, { active: false, status: 'vigente', documentState: 'Vigente como identificación; derechos políticos suspendidos' }],
  [11, { active: false, status: 'vigente', documentState: 'Vigente únicamente como medio de identificación' }],
  [1, { active: false, status: 'no_vigente', documentState: 'Credencial no vigente' }],
  [0, notFound], [5, notFound], [6, notFound], [7, notFound], [8, notFound],
]);

/** The voter list's code for "our service failed", sent inside an HTTP 200. */
export const voterListServiceError = 4;

/**
 * The state of the card that a `claveMensaje` reports.
 * @returns `null` for a code that reports none: 4, and every unknown code
 * @see spec/registries.md 14
 */
export function voterListState(code: number): VoterListState | null {
  return states.get(code) ?? null;
}

/** The state of a card that is not on the voter list itself. @see spec/contract.md A-76 */
export const unknownToVoterList: VoterListState = notFound;
