import type {
  BrAnswer,
  BrQuestion,
  CallContext,
  NoAnswer,
  RegistryConnector,
  RegistryResult,
} from '@countersign/core';
import { bodyWithPicture } from '../calls/body-with-picture.ts';
import { classifyStatus } from '../calls/classify-status.ts';
import type { HttpQuestion, RegistryHttp } from '../calls/registry-http.ts';
import type { DatavalidOptions } from '../registry-settings.ts';
import { consentQuestion, consentRoute, longestToken, readConsent } from './consent-token.ts';
import { datavalidCode } from './error-codes.ts';
import { endsCheck, readStatus, statusQuestion, type TaxpayerStatus } from './status-lookup.ts';
import { readValidation } from './validation-answer.ts';
import { type Privacy, validationBody } from './validation-request.ts';

/** Optional dependencies of a Datavalid connector, besides its connection to Serpro. */
export interface DatavalidDeps {
  /** Connection to the consent manager, with its credentials; by default Serpro's connection is used. */
  consentManager?: RegistryHttp;
}

const validationRoute = 'br.validate';

/** "As a whole under 3 MB", in the stricter of its two readings. */
const bodyLimitBytes = 3_000_000;

/** Nothing was sent, because no valid request could be built. */
const misconfigured: NoAnswer = { kind: 'technical', cause: 'config', attempts: 0, at: null };

/**
 * Serpro's Datavalid, V5 or V4: status lookup if enabled, consent (V5), validation. A V5 connector without `consent`, or a
 * selfie that makes the request too large (impossible for a prepared one), results in `technical` `config` without a call.
 * @see spec/registries.md 8.2
 */
export function createDatavalidConnector(
  options: DatavalidOptions,
  http: RegistryHttp,
  deps: DatavalidDeps = {},
): RegistryConnector<BrQuestion, BrAnswer> {
  const parts = { options, http, consentManager: deps.consentManager ?? http };
  return {
    id: 'datavalid',
    async check(question, call) {
      const context = http.limited(call);
      if (!canCall(parts, question, context)) return misconfigured;
      const heldBack = await heldBackLater(parts, context);
      if (heldBack) return heldBack;
      const status = await requestStatus(parts, question, context);
      if (status.kind !== 'answered') return status;
      if (status.answer !== null && endsCheck(status.answer)) return endedBy(status.at, status.answer);
      const privacy = await requestPrivacy(parts, question, context);
      if (privacy.kind !== 'answered') return privacy;
      return http.request(
        validationQuestion({ question, context, parts, privacy: privacy.answer }),
        context,
        (answer) => readValidation(answer, status.answer),
      );
    },
    async probe(context) {
      const result = await http.request<true>(healthQuestion(options), context, (answer) =>
        answer.status < 300 ? { kind: 'answered', at: answer.at, answer: true } : classifyStatus(answer),
      );
      if (result.kind === 'answered') return 'up';
      return result.kind === 'unavailable' ? 'down' : 'unknown';
    },
  };
}

interface DatavalidParts {
  options: DatavalidOptions;
  http: RegistryHttp;
  consentManager: RegistryHttp;
}

/** Padding included. */
const base64Length = ({ length }: Uint8Array): number => Math.ceil(length / 3) * 4;

/** A skipped step has the answer `null` and no time. */
const leftOut = { kind: 'answered', at: '', answer: null } as const;

function canCall({ options }: DatavalidParts, question: BrQuestion, { correlationId }: CallContext): boolean {
  const { wireVersion, consent } = options;
  if (wireVersion === 'v5' && consent === null) return false;
  const privacy = wireVersion === 'v5' && consent ? { ...consent, token: '' } : null;
  const selfie = { ...question.selfie, bytes: new Uint8Array() };
  const frame = Buffer.byteLength(
    validationBody({ ...question, selfie }, { options, privacy, correlationId }),
  );
  return frame + base64Length(question.selfie.bytes) + longestToken < bodyLimitBytes;
}

/** Lookup and token are billed, and would be wasted if the breaker blocked a later step. */
async function heldBackLater(
  { options: { wireVersion }, http, consentManager }: DatavalidParts,
  context: CallContext,
): Promise<NoAnswer | null> {
  const validation = await http.heldBack(validationRoute, context);
  if (validation !== null || wireVersion !== 'v5') return validation;
  return consentManager.heldBack(consentRoute, context);
}

async function requestStatus(
  { options: { consultaCpf }, http }: DatavalidParts,
  { cpf }: BrQuestion,
  context: CallContext,
): Promise<RegistryResult<TaxpayerStatus | null>> {
  if (consultaCpf === null) return leftOut;
  return http.request<TaxpayerStatus>(statusQuestion(consultaCpf.path, cpf), context, (answer) =>
    readStatus(answer, cpf),
  );
}

const endedBy = (at: string, taxpayerStatus: TaxpayerStatus): RegistryResult<BrAnswer> => ({
  kind: 'answered',
  at,
  answer: { taxpayerStatus, licenceFound: null, face: null, compared: {} },
});

async function requestPrivacy(
  { options: { wireVersion, consent }, consentManager }: DatavalidParts,
  question: BrQuestion,
  context: CallContext,
): Promise<RegistryResult<Privacy | null>> {
  if (wireVersion === 'v4' || consent === null) return leftOut;
  const { idTemplate, payerCnpj, provider } = consent;
  const token = await consentManager.request(
    consentQuestion(provider.url, question, context),
    context,
    readConsent,
  );
  return token.kind === 'answered'
    ? { ...token, answer: { idTemplate, payerCnpj, token: token.answer } }
    : token;
}

interface Validation {
  question: BrQuestion;
  context: CallContext;
  parts: DatavalidParts;
  privacy: Privacy | null;
}

function validationQuestion({ question, context, parts: { options }, privacy }: Validation): HttpQuestion {
  const { product, wireVersion } = options;
  const { correlationId } = context;
  return {
    route: validationRoute,
    method: 'POST',
    path: `/${product}/${wireVersion === 'v5' ? 'v5/pessoa-fisica/validacao' : 'v4/pf-facial'}`,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: bodyWithPicture(question.selfie, (selfie) =>
      validationBody({ ...question, selfie }, { options, privacy, correlationId }),
    ),
    kind: 'biometric',
    repeat: wireVersion === 'v5' ? 'single_use' : 'biometric',
    codeOf: datavalidCode,
  };
}

const healthQuestion = ({ product }: DatavalidOptions): HttpQuestion => ({
  route: 'br.health',
  method: 'GET',
  path: `/${product}/v5/status`,
  kind: 'data',
  repeat: 'data',
});
