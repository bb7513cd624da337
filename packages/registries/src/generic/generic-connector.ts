import { createHmac } from 'node:crypto';
import type { CallContext, RegistryConnector, RegistryImage } from '@countersign/core';
import { base64Of } from '../calls/body-with-picture.ts';
import type { RegistryHttp } from '../calls/registry-http.ts';
import type { GenericRegistry } from './answer-schemas.ts';
import { envelope, readGenericResult } from './read-result.ts';

/** Options of a generic connector. */
export interface GenericConnectorOptions {
  registry: GenericRegistry;
  /** Signs every request; `null`: unsigned. */
  hmacSecret: string | null;
}

/**
 * An operator's own adapter in front of a registry: receives our question and returns our result, both as JSON.
 * @see spec/registries.md 8.7
 */
export function createGenericConnector<Question extends object, Answer>(
  { registry, hmacSecret }: GenericConnectorOptions,
  http: RegistryHttp,
): RegistryConnector<Question, Answer> {
  // A face comparison is billed and must not be repeated.
  const kind = registry === 'br' || registry === 'mx' ? 'biometric' : 'data';
  return {
    id: 'http-generic',
    check: (question, context) => {
      const body = JSON.stringify(envelopeOf({ registry, question, context }));
      const signature =
        hmacSecret === null ? null : createHmac('sha256', hmacSecret).update(body).digest('hex');
      return http.request<Answer>(
        {
          route: `generic.${registry}`,
          method: 'POST',
          path: '/check',
          headers: signature === null ? {} : { 'x-signature': signature },
          body,
          kind,
          repeat: kind,
        },
        context,
        (answer) => readGenericResult<Answer>(answer, { registry, question }),
      );
    },
    probe: () => http.reachable(),
  };
}

interface GenericCall {
  registry: GenericRegistry;
  question: object;
  context: CallContext;
}

const envelopeOf = ({ registry, question, context: { correlationId, deadline } }: GenericCall) => ({
  schema: envelope,
  registry,
  correlationId,
  deadline,
  question:
    'selfie' in question ? { ...question, selfie: imageOf(question.selfie as RegistryImage) } : question,
});

const imageOf = (image: RegistryImage) => ({ format: image.format, base64: base64Of(image) });
