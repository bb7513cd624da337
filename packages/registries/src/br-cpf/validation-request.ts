/** The body sent to Datavalid: only fields with a claim. @see spec/registries.md 8.2 "V5 request" */
import type { BrQuestion } from '@countersign/core';
import { base64Of } from '../calls/body-with-picture.ts';
import type { DatavalidOptions } from '../registry-settings.ts';

type Wire = DatavalidOptions['wireVersion'];

interface WireField {
  /** Its name in a consent's `campos`; `cnh.` leads to the licence's block. */
  campo: string;
  /** The value to send; `undefined`: not known, so the key is omitted. */
  value(question: BrQuestion, wire: Wire): string | boolean | undefined;
}

const sexes: Readonly<Record<Wire, Readonly<Record<string, string>>>> = {
  v5: { F: 'FEMININO', M: 'MASCULINO' },
  v4: { F: 'F', M: 'M' },
};

/**
 * In wire order. Datavalid compares and discloses nothing, so for the licence's state the valid values are sent; the
 * status of the CPF is never sent, since `false` would not distinguish a deceased person from a late tax return.
 */
const wireFields: readonly WireField[] = [
  { campo: 'nome', value: ({ claims }) => claims.name?.normalize('NFC').replace(/[’´`]/g, "'") },
  { campo: 'data_nascimento', value: ({ claims }) => claims.dateOfBirth },
  { campo: 'sexo', value: ({ claims }, wire) => sexes[wire][claims.gender ?? ''] },
  { campo: 'cnh.numero_registro', value: ({ claims }) => claims.licenceNumber },
  { campo: 'cnh.categoria', value: ({ claims }) => claims.licenceCategory },
  {
    campo: 'cnh.situacao',
    value: ({ compareLicenceStatus }) => (compareLicenceStatus ? 'EMITIDA' : undefined),
  },
  {
    campo: 'cnh.possui_impedimento',
    value: ({ compareLicenceStatus }) => (compareLicenceStatus ? false : undefined),
  },
  { campo: 'cnh.data_primeira_habilitacao', value: ({ claims }) => claims.firstIssue },
  { campo: 'cnh.data_ultima_emissao', value: ({ claims }) => claims.validFrom },
  { campo: 'cnh.data_validade', value: ({ claims }) => claims.validUntil },
];

const sentFields = (question: BrQuestion, wire: Wire): [campo: string, value: string | boolean][] =>
  wireFields.flatMap(({ campo, value }) => {
    const sent = value(question, wire);
    return sent === undefined || sent === '' ? [] : [[campo, sent]];
  });

/** The closed vocabulary of a consent, as far as a question uses it; always includes `biometria_facial` and `cpf`. */
export const consentFields = (question: BrQuestion): string[] => [
  'biometria_facial',
  'cpf',
  ...sentFields(question, 'v5').map(([campo]) => campo),
];

const licenceBlock = 'cnh.';

type WireOptions = Pick<DatavalidOptions, 'wireVersion' | 'requestLiveness'>;

/** The block `validacao`. @see spec/registries.md 8.2 "V5 request" */
export function validation(question: BrQuestion, { wireVersion, requestLiveness }: WireOptions) {
  const fields = sentFields(question, wireVersion);
  const ofPerson = fields.filter(([campo]) => !campo.startsWith(licenceBlock));
  const ofLicence = fields
    .filter(([campo]) => campo.startsWith(licenceBlock))
    .map(([campo, value]) => [campo.slice(licenceBlock.length), value] as const);
  const { selfie } = question;
  return {
    ...Object.fromEntries(ofPerson),
    ...(ofLicence.length > 0 && { cnh: Object.fromEntries(ofLicence) }),
    biometria_facial: {
      formato: selfie.format === 'jpeg' ? 'JPG' : 'PNG',
      base64: base64Of(selfie),
      vivacidade: requestLiveness,
      essencial: false,
    },
  };
}

/** Authorisation of a V5 request. */
export interface Privacy {
  idTemplate: string;
  /** Single use. */
  token: string;
  payerCnpj: string;
}

/** Parts of a request other than its image and claims. */
export interface RequestFrame {
  options: DatavalidOptions;
  /** `null`: V4. */
  privacy: Privacy | null;
  correlationId: string;
}

/** The body of a validation, V5 or V4, as JSON. */
export function validationBody(
  question: BrQuestion,
  { options, privacy, correlationId }: RequestFrame,
): string {
  return JSON.stringify({
    ...(privacy && {
      privacidade: {
        rfb: { id_template: privacy.idTemplate },
        senatran: { token: privacy.token, cnpj_anuente: privacy.payerCnpj },
      },
    }),
    cpf: question.cpf,
    validacao: validation(question, options),
    tag: correlationId,
  });
}
