import type { CallContext, CoAnswer, CoQuestion, RegistryConnector } from '@countersign/core';
import { classifyStatus } from '../calls/classify-status.ts';
import type { RegistryHttp } from '../calls/registry-http.ts';
import type { AniOptions } from '../registry-settings.ts';
import { readAni } from './ani-answer.ts';

const paths = { flat: '/api/v1/aniValidation', nested: '/ani/consultarCedulas' };
/** The archive is queried only by number, so a number of another kind would return a different person. */
const archived: readonly CoQuestion['idType'][] = ['CC', 'TI'];

/**
 * The Colombian civil registry's archive of identification (ANI), JSON, one number per call.
 * @see spec/registries.md 8.6
 */
export function createAniConnector(
  { contractId, shape }: AniOptions,
  http: RegistryHttp,
): RegistryConnector<CoQuestion, CoAnswer> {
  return {
    id: 'ani-json',
    async check(question: CoQuestion, context: CallContext) {
      if (!archived.includes(question.idType))
        return { kind: 'technical', cause: 'unsupported', attempts: 0, at: null };
      return http.request(
        {
          route: 'co.ani',
          method: 'POST',
          path: paths[shape],
          headers: { 'content-type': 'application/json', accept: 'application/json' },
          body: JSON.stringify({ document_number: question.number, contract_id: contractId }),
          kind: 'data',
          repeat: 'data',
        },
        context,
        (answer) => (answer.status === 200 ? readAni(shape, question)(answer) : classifyStatus(answer)),
      );
    },
    // It has no health endpoint, and every query is billed.
    probe: () => http.reachable(),
  };
}
