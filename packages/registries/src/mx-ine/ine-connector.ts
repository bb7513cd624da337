import type { MxAnswer, MxQuestion, RegistryConnector } from '@countersign/core';
import { bodyWithPicture } from '../calls/body-with-picture.ts';
import type { RegistryHttp } from '../calls/registry-http.ts';
import { type IneOptions, RegistrySettingsError } from '../registry-settings.ts';
import { readIneAnswer } from './ine-answer.ts';
import { ineRequest } from './ine-request.ts';
import type { VerifySignature } from './signature.ts';

/**
 * INE by JSON through a gateway. The picture must already be prepared.
 * @param verifySignature checks every answer: `digestSignature` with the key from the options, or another profile; `null`: no verification
 * @throws RegistrySettingsError when the options require signatures but there is no verifier
 * @see spec/registries.md 8.3
 */
export function createIneConnector(
  options: IneOptions,
  http: RegistryHttp,
  verifySignature: VerifySignature | null = null,
): RegistryConnector<MxQuestion, MxAnswer> {
  if (options.verifySignature !== 'none' && verifySignature === null) {
    throw new RegistrySettingsError('ine-json.verifySignature: must be none where signatureKey is not set');
  }
  return {
    id: 'ine-json',
    check(question, context) {
      const { correlationId } = context;
      const body = bodyWithPicture(question.selfie, (selfie) =>
        JSON.stringify(ineRequest({ ...question, selfie }, correlationId, options)),
      );
      return http.request(
        {
          route: 'mx.ine',
          method: 'POST',
          path: options.path,
          headers: { 'content-type': 'application/json' },
          body,
          kind: 'biometric',
          repeat: 'biometric',
        },
        context,
        (answer) => readIneAnswer(answer, { correlationId, options, verifySignature }),
      );
    },
    probe: () => http.reachable(),
  };
}
