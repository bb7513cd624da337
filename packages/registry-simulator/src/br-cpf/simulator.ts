import type {
  SimulatedCall,
  SimulatedRegistry,
  SimulatedReply,
  SimulatedRoute,
} from '../server/simulated-route.ts';
import { bearerTokenSeconds } from '../server/simulator-tokens.ts';
import { codedRefusal } from './error-replies.ts';
import { objection } from './people.ts';
import { brPattern, brScenarios, plainScenario } from './scenarios.ts';
import { issueConsent, registerTreatment } from './simulated-consent.ts';
import { brDomain } from './simulated-domain.ts';
import { answerStatus } from './simulated-status.ts';
import { answerValidation, type Version } from './simulated-validation.ts';

function issueToken({ headers, body, tokens }: SimulatedCall): SimulatedReply {
  const [, credentials = ''] = /^Basic (.+)$/i.exec(headers['authorization'] ?? '') ?? [];
  if (!/^[^:]+:.+/.test(Buffer.from(credentials, 'base64').toString()))
    return { status: 401, body: { error: 'invalid_client', error_description: 'Credenciais inválidas' } };
  if ((body as { grant_type?: unknown } | null)?.grant_type !== 'client_credentials')
    return { status: 400, body: { error: 'unsupported_grant_type' } };
  return {
    status: 200,
    body: {
      scope: 'default',
      token_type: 'Bearer',
      expires_in: bearerTokenSeconds,
      access_token: tokens.issue('bearer'),
    },
  };
}

const withoutPerson = { registry: null, numberOf: () => null } as const;

/** A validation only compares: its response has no values of a closed list and does not name the person. */
const validation = (version: Version, path: string): SimulatedRoute => ({
  name: 'br.validate',
  method: 'POST',
  path,
  bearer: true,
  registry: 'br',
  numberOf({ body }) {
    const cpf = (body as { cpf?: unknown } | null)?.cpf;
    return typeof cpf === 'string' ? cpf : null;
  },
  answer: (call, scenario) => answerValidation(call, scenario, version),
});

const routes: readonly SimulatedRoute[] = [
  { name: 'br.token', method: 'POST', path: '/token', bearer: false, ...withoutPerson, answer: issueToken },
  {
    name: 'br.gcc',
    method: 'POST',
    path: '/datavalid/v5/gcc/token',
    bearer: true,
    ...withoutPerson,
    answer: issueConsent,
  },
  {
    name: 'br.template',
    method: 'POST',
    path: '/datavalid/v5/pessoa-fisica/privacidade/rfb/template-tratamento',
    bearer: true,
    ...withoutPerson,
    answer: registerTreatment,
  },
  validation('v5', '/datavalid/v5/pessoa-fisica/validacao'),
  validation('v4', '/datavalid/v4/pf-facial'),
  {
    name: 'br.health',
    method: 'GET',
    path: '/datavalid/v5/status',
    bearer: true,
    ...withoutPerson,
    answer: () => ({ status: 200, body: { status: 'UP' } }),
  },
  {
    name: 'br.status',
    method: 'GET',
    path: '/consulta-cpf-df/v2/cpf/{cpf}',
    bearer: true,
    registry: 'br',
    numberOf: ({ params }) => params['cpf'] ?? null,
    answer: answerStatus,
    faults: {
      boolean: null,
      similarity: null,
      block: 'situacao',
      vocabulary: 'situacao.codigo',
      person: 'ni',
    },
  },
];

/**
 * Serpro's gateway: Datavalid V5 and V4, the consent manager of its demo, "Consulta CPF". People: `name`, `socialName`?,
 * `dateOfBirth`, `gender`, `licence` (`number`, `categories`, `firstIssue`, `validFrom`, `validUntil`, `situation`,
 * `impediment`) or `null`, `status`, `yearOfDeath`?, `similarity` 0–1 or `null`.
 * @see spec/registries.md 15.1, 15.2
 */
export const brazil: SimulatedRegistry = {
  registry: 'br',
  routes,
  scenarios: brScenarios,
  pattern: brPattern,
  plain: plainScenario,
  faults: {
    boolean: 'rfb_existe',
    similarity: 'biometria_facial.similaridade',
    block: 'rfb_existe',
    vocabulary: null,
    person: null,
    businessError: codedRefusal('DV150'),
  },
  domain: brDomain,
  objection,
};
