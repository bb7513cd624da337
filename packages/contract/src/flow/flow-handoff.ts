/**
 * Continuing a session on a phone: a computer offers codes, a phone claims one, the person matches a number, and the phone goes on
 * while the computer shows its steps.
 * @see spec/contract.md
 */

/** What the flow of an integration does with computers. `prefer`: the code is shown first; `off`: it is never offered. */
export const flowHandoffModes = ['offer', 'prefer', 'off'] as const;
export type FlowHandoffMode = (typeof flowHandoffModes)[number];

/** How long the codes of a handoff hold, and how often one may be tried. */
export const handoffLimits = {
  /** Seconds a code that is scanned can be claimed, and after which the page shows a new one. */
  scanSeconds: 60,
  renewSeconds: 20,
  /** Seconds a copied link can be claimed. */
  linkSeconds: 3_600,
  /** Wrong numbers of a session, after which it offers no more codes. */
  misses: 5,
  /** Codes of a session that phones may claim in all. */
  claims: 50,
  /** Codes of a session that can be claimed at a time. */
  codes: 8,
} as const;

/** A code in place of the token of a session link, and the phone's own link after it: base64url of 128 and of 256 random bits. */
export const handoffCodePattern = '^[A-Za-z0-9_-]{22}$';
export const phoneLinkPattern = '^[A-Za-z0-9_-]{43}$';

/** How a code is passed on: shown to be scanned, or copied. */
export const flowHandoffKinds = ['scan', 'link'] as const;
export type FlowHandoffKind = (typeof flowHandoffKinds)[number];

/** A device as people name it, by what its browser reports of itself: `Firefox`, `Windows`. `null`: not known. */
export interface FlowDevice {
  browser: string | null;
  system: string | null;
}

/** Where a handoff is, as the page sees it that it concerns. */
export type FlowHandoff =
  /** A phone has claimed the code: the person chooses `number` on it. */
  | { side: 'computer'; stage: 'claimed'; number: number; device: FlowDevice }
  /** Another number was chosen, or the person of the phone answered that it was another person: the code is void. */
  | { side: 'computer'; stage: 'missed' }
  /** The phone goes on. */
  | { side: 'computer'; stage: 'confirmed'; device: FlowDevice }
  /** This page goes on. `stopped`: the computer's page was closed. */
  | { side: 'phone'; stage: 'confirmed' | 'stopped' };

/** `POST /handoff`. `DELETE /handoff` withdraws all codes and a claim that is not confirmed. @returns FlowState */
export interface FlowOfferRequest {
  kind: FlowHandoffKind;
  /** BCP 47 of the texts that the computer shows. */
  language: string;
}

/** What a computer shows so that a phone takes over. */
export interface FlowOfferAnswer {
  /** Address to be opened on the phone. */
  url: string;
  /** How long it can be claimed. */
  seconds: number;
}

/** `POST /handoff/claim`. No bearer. A repetition with the same code and link gives the same answer. */
export interface FlowClaimRequest {
  code: string;
  /** Made by the phone; the token of its own link once the number was confirmed. */
  phone: string;
}

/** What a phone shows that claimed a code. */
export interface FlowClaimAnswer {
  /** Display name of the integration. */
  name: string;
  computer: FlowDevice;
  /** Both devices reach the service from one address (IPv6: one /64). */
  sameNetwork: boolean;
  /** Three, one of which the computer shows. */
  numbers: number[];
  language: string;
}

/** `POST /handoff/confirm`. No bearer. 204 without a body; a wrong number is `number-wrong` and voids the code. */
export interface FlowConfirmRequest {
  phone: string;
  /** `null`: the person answered that it was another person. */
  number: number | null;
}
