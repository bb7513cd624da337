import type { RegistryConnector, VoterListAnswer, VoterListQuestion } from '@countersign/core';
import type { RegistryHttp } from '../calls/registry-http.ts';
import { readNominalAnswer } from './nominal-answer.ts';

/**
 * The numbers that identify a card of each model: E to H by CIC and citizen's number, D by CIC and OCR, C by voter key, emission
 * and OCR. A card of unknown model is queried by CIC alone: a list that needs more answers that it found nothing.
 * @returns `null`: the known numbers do not identify a card
 * @see spec/registries.md 8.5
 */
export function nominalRequest(question: VoterListQuestion): Record<string, string> | null {
  const { cic, citizenId, ocr, voterKey, emissionNumber } = question;
  if (cic && citizenId) return { cic, identificadorCiudadano: citizenId };
  if (cic && ocr) return { cic, ocr };
  if (voterKey && emissionNumber && ocr)
    return { claveElector: voterKey, numeroEmision: emissionNumber, ocr };
  return cic ? { cic } : null;
}

/**
 * Mexico's voter list.
 * @see spec/registries.md 8.5
 */
export function createNominalConnector(
  http: RegistryHttp,
): RegistryConnector<VoterListQuestion, VoterListAnswer> {
  return {
    id: 'nominal-json',
    async check(question, context) {
      const request = nominalRequest(question);
      if (request === null) {
        return { kind: 'rejected', at: null, input: 'id_number', code: 'local:card_not_known' };
      }
      return http.request(
        {
          route: 'mx.voterList',
          method: 'POST',
          path: '/ine/v2/valida_ine',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(request),
          kind: 'data',
          repeat: 'data',
        },
        context,
        (answer) => readNominalAnswer(answer, question),
      );
    },
    probe: () => http.reachable(),
  };
}
