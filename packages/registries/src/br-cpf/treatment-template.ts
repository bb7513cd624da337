/** The treatment template that every V5 request refers to, registered once per purpose. @see spec/registries.md 8.2 */
import type { CallContext, RegistryResult } from '@countersign/core';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { readJson, unusable } from '../calls/read-json.ts';
import type { HttpAnswer, RegistryHttp } from '../calls/registry-http.ts';
import { RegistrySettingsError } from '../registry-settings.ts';
import { datavalidCode, refusal } from './error-codes.ts';

const legalBases = {
  credit_protection: 'PROTECAO_CREDITO',
  performance_of_contract: 'EXECUCAO_CONTRATO',
  legitimate_interest: 'INTERESSE_LEGITIMO',
  consent: 'CONSENTIMENTO',
  fraud_prevention: 'PREVENCAO_FRAUDE',
} as const;

const rightsChannels = {
  in_person: 'PRESENCIALMENTE',
  electronic_request: 'REQUISICAO_ELETRONICA',
  other: 'OUTRO',
} as const;

const Text = Type.String({ pattern: String.raw`\S`, maxLength: 1000 });
const Email = Type.String({ pattern: String.raw`^[^\s@]+@[^\s@]+\.[^\s@]+$`, maxLength: 254 });
const keysOf = <const T extends Record<string, string>>(table: T) =>
  Type.Array(Type.Enum(Object.keys(table) as (keyof T & string)[]), { minItems: 1, uniqueItems: true });

const TreatmentTemplate = Type.Object(
  {
    controller: Type.Object(
      {
        /** 14 characters without dots; since 2026 the first twelve may be letters. */
        cnpj: Type.String({ pattern: String.raw`^[0-9A-Z]{12}\d{2}$` }),
        email: Email,
        /** E-mail of the data protection officer. */
        officerEmail: Email,
        name: Text,
        legalName: Text,
      },
      { additionalProperties: false },
    ),
    /** Purpose of the processing, for people to read. */
    purpose: Text,
    legalBases: keysOf(legalBases),
    /** Occasions on which the data is queried. */
    events: Type.Array(Text, { minItems: 1 }),
    rightsChannels: keysOf(rightsChannels),
  },
  { additionalProperties: false },
);

/** Who uses the register's data, for what purpose, on which legal basis, and how people exercise their rights. */
export type TreatmentTemplate = Static<typeof TreatmentTemplate>;

/** Where a template is registered, and for which product. */
export interface TemplateCall {
  /** `datavalid`, or Serpro's demo. */
  product: string;
  context: CallContext;
}

/**
 * Registers a template with Serpro. Registering the same template twice creates two.
 * @returns the id for `consent.idTemplate`
 * @throws {RegistrySettingsError} a member of the template is missing or wrong; the message names it
 */
export async function registerTemplate(
  http: RegistryHttp,
  template: TreatmentTemplate,
  { product, context }: TemplateCall,
): Promise<RegistryResult<{ idTemplate: string }>> {
  if (!Value.Check(TreatmentTemplate, template)) {
    const [first] = Value.Errors(TreatmentTemplate, template);
    throw new RegistrySettingsError(
      `template${first?.instancePath ?? ''}: ${first?.message ?? 'must be valid'}`,
    );
  }
  return http.request(
    {
      route: 'br.template',
      method: 'POST',
      path: `/${product}/v5/pessoa-fisica/privacidade/rfb/template-tratamento`,
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: templateBody(template),
      kind: 'data',
      // Sending it twice would register it twice.
      repeat: 'single_use',
      codeOf: datavalidCode,
    },
    context,
    readTemplate,
  );
}

function templateBody({ controller, ...template }: TreatmentTemplate): string {
  return JSON.stringify({
    agente_tratamento: {
      cnpj: controller.cnpj,
      email: controller.email,
      email_encarregado: controller.officerEmail,
      nome: controller.name,
      razao_social: controller.legalName,
    },
    finalidade: template.purpose,
    hipoteses_legais: template.legalBases.map((basis) => legalBases[basis]),
    eventos: template.events,
    como_exercer_direitos: template.rightsChannels.map((channel) => rightsChannels[channel]),
  });
}

function readTemplate(answer: HttpAnswer): RegistryResult<{ idTemplate: string }> {
  if (answer.status !== 200 && answer.status !== 201) return refusal(answer);
  const { json, problem } = readJson(answer);
  if (problem) return problem;
  const idTemplate = json['id_template'];
  if (typeof idTemplate !== 'string' || idTemplate === '') return unusable(answer, 'schema');
  return { kind: 'answered', at: answer.at, answer: { idTemplate } };
}
