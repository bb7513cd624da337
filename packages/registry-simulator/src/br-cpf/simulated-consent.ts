/** Authorisation for Datavalid V5: issues and checks treatment templates and consent tokens. */
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { SimulatedCall, SimulatedReply } from '../server/simulated-route.ts';
import { codedRefusal, plainRefusal } from './error-replies.ts';

/** @see spec/registries.md 15.1 */
const knownTemplate = '00000000-0000-4000-8000-000000000001';

/** The closed vocabulary of a consent, as far as the product uses it. */
const campos = [
  'biometria_facial',
  'cpf',
  'nome',
  'data_nascimento',
  'sexo',
  'cnh.numero_registro',
  'cnh.categoria',
  'cnh.situacao',
  'cnh.possui_impedimento',
  'cnh.data_primeira_habilitacao',
  'cnh.data_ultima_emissao',
  'cnh.data_validade',
];

const Text = Type.String({ minLength: 1 });

const ConsentRequest = Type.Object({
  cpf: Text,
  campos: Type.Array(Text, { minItems: 1 }),
  referencia: Text,
});

/** Issues a token for one person and the given fields, as text. */
export function issueConsent({ body, headers, tokens }: SimulatedCall): SimulatedReply {
  const accept = headers['accept'] ?? '*/*';
  if (!/\*\/\*|text\/(\*|plain)/.test(accept)) return plainRefusal(406);
  if (!Value.Check(ConsentRequest, body)) return plainRefusal(400);
  if (body.campos.some((campo) => !campos.includes(campo))) return codedRefusal('DV202');
  const token = tokens.issue('consent', { for: 'validation', cpf: body.cpf, campos: body.campos });
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: token };
}

const TemplateRequest = Type.Object({
  agente_tratamento: Type.Object({
    cnpj: Text,
    email: Text,
    email_encarregado: Text,
    nome: Text,
    razao_social: Text,
  }),
  finalidade: Text,
  hipoteses_legais: Type.Array(
    Type.Enum([
      'PROTECAO_CREDITO',
      'EXECUCAO_CONTRATO',
      'INTERESSE_LEGITIMO',
      'CONSENTIMENTO',
      'PREVENCAO_FRAUDE',
    ]),
    { minItems: 1 },
  ),
  eventos: Type.Array(Text),
  como_exercer_direitos: Type.Array(Type.Enum(['PRESENCIALMENTE', 'REQUISICAO_ELETRONICA', 'OUTRO']), {
    minItems: 1,
  }),
});

/** Registers a template and returns its id. */
export function registerTreatment({ body, tokens }: SimulatedCall): SimulatedReply {
  if (!Value.Check(TemplateRequest, body)) return plainRefusal(400);
  return { status: 200, body: { id_template: tokens.issue('consent', { for: 'template' }) } };
}

/** The keys of a validation, and the person it is about. */
export interface Sent {
  cpf: string;
  campos: string[];
}

/** The keys sent, in the vocabulary of a consent. @param validation the block `validacao` */
export function sentCampos(cpf: string, validation: Readonly<Record<string, unknown>>): Sent {
  const { cnh, ...other } = validation;
  const ofLicence = Object.keys(typeof cnh === 'object' && cnh !== null ? cnh : {});
  return { cpf, campos: ['cpf', ...Object.keys(other), ...ofLicence.map((key) => `cnh.${key}`)] };
}

const Privacy = Type.Object({
  privacidade: Type.Object({
    rfb: Type.Object({ id_template: Text }),
    senatran: Type.Object({ token: Text, cnpj_anuente: Text }),
  }),
});

/**
 * Checks template and token of a V5 request and consumes the token. The assignment of meanings to the numbers DV200–DV213 is our
 * choice.
 * @returns the code of the rejection; `null`: the request is authorised
 */
export function refusedPrivacy({ body, tokens }: SimulatedCall, sent: Sent): string | null {
  if (!Value.Check(Privacy, body)) return 'DV201';
  const { rfb, senatran } = body.privacidade;
  const isTemplate =
    rfb.id_template === knownTemplate || tokens.look('consent', rfb.id_template)?.['for'] === 'template';
  if (!isTemplate) return 'DV200';
  const facts = tokens.look('consent', senatran.token);
  const allowed = facts?.['for'] === 'validation' && facts['cpf'] === sent.cpf ? facts['campos'] : null;
  if (!Array.isArray(allowed)) return 'DV203';
  tokens.use('consent', senatran.token);
  return sent.campos.every((campo) => allowed.includes(campo)) ? null : 'DV203';
}
