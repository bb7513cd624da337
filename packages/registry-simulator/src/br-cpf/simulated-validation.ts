/** Simulates Datavalid's validation. @see spec/registries.md 8.2, 15.1 */
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { RegistryImage } from '@countersign/core';
import { isPaddedBase64 } from '../server/base64-text.ts';
import type { Scenario, SimulatedCall, SimulatedReply } from '../server/simulated-route.ts';
import { comparedBlocks, faceBlock } from './compare-record.ts';
import { codedRefusal, plainRefusal } from './error-replies.ts';
import { brPerson, type BrPerson } from './people.ts';
import type { BrTwist } from './scenarios.ts';
import { sentCampos, refusedPrivacy } from './simulated-consent.ts';

const Day = Type.Optional(Type.String({ pattern: String.raw`^\d{4}-\d{2}-\d{2}$` }));
const Text = Type.Optional(Type.String());

/** Members for which a wrong value has its own code are parsed loosely. */
const ValidationRequest = Type.Object({
  cpf: Type.String(),
  validacao: Type.Object({
    nome: Text,
    data_nascimento: Day,
    sexo: Text,
    cnh: Type.Optional(
      Type.Object({
        numero_registro: Text,
        categoria: Text,
        situacao: Text,
        possui_impedimento: Type.Optional(Type.Boolean()),
        data_primeira_habilitacao: Day,
        data_ultima_emissao: Day,
        data_validade: Day,
      }),
    ),
    biometria_facial: Type.Optional(
      Type.Object({
        formato: Type.String(),
        base64: Type.String(),
        vivacidade: Type.Optional(Type.Boolean()),
        essencial: Type.Optional(Type.Boolean()),
      }),
    ),
  }),
  tag: Text,
});
type ValidationRequest = Static<typeof ValidationRequest>;
type Face = NonNullable<ValidationRequest['validacao']['biometria_facial']>;

/** Version of the wire format. */
export type Version = 'v5' | 'v4';

const sexes: Readonly<Record<Version, readonly string[]>> = { v5: ['FEMININO', 'MASCULINO'], v4: ['F', 'M'] };
const situations = ['EMITIDA', 'EM_EMISSAO', 'CANCELADA', 'SUSPENSA', 'CASSADA'];

/** The rejection of a value that Datavalid rejects for any person; `null`: all values can be compared. */
function refusedValue({ cpf, validacao }: ValidationRequest, version: Version): string | null {
  const { sexo, cnh, biometria_facial: face } = validacao;
  if (!/^\d{11}$/.test(cpf)) return 'DV010';
  if (sexo !== undefined && !sexes[version].includes(sexo)) return 'DV013';
  if (cnh?.situacao !== undefined && !situations.includes(cnh.situacao)) return 'DV017';
  if (face === undefined) return null;
  if (face.formato !== 'JPG' && face.formato !== 'PNG') return 'DV043';
  return face.base64 === '' || !isPaddedBase64(face.base64) ? 'DV044' : null;
}

/** Responds to a validation: checks shape, authorisation and values, then the record. */
export async function answerValidation(
  call: SimulatedCall,
  scenario: Scenario,
  version: Version,
): Promise<SimulatedReply> {
  const { body } = call;
  if (!Value.Check(ValidationRequest, body)) return plainRefusal(400, refusedShape(body));
  const code =
    (version === 'v5' ? refusedPrivacy(call, sentCampos(body.cpf, body.validacao)) : null) ??
    refusedValue(body, version);
  return code === null ? answerAbout(call, scenario, body.validacao) : codedRefusal(code);
}

const refusedShape = (body: unknown): string =>
  typeof (body as { cpf?: unknown } | null)?.cpf === 'string'
    ? 'Requisição inválida'
    : 'O campo cpf é obrigatório';

/** The response about the record to an authorised validation. @param sent the block `validacao` */
async function answerAbout(
  call: SimulatedCall,
  scenario: Scenario,
  sent: ValidationRequest['validacao'],
): Promise<SimulatedReply> {
  const twist: BrTwist = scenario.twist;
  const { refusal, delayMs = 0 } = twist;
  if (refusal) return refusal.code === null ? plainRefusal(refusal.status) : codedRefusal(refusal.code);
  if (scenario.person === null)
    return { status: 200, body: { rfb_existe: false, cnh_existe: false }, delayMs };
  const person = brPerson(scenario.person);
  const face = sent.biometria_facial;
  return {
    status: 200,
    body: {
      rfb_existe: true,
      cnh_existe: person.licence !== null,
      ...comparedBlocks({ person, twist }, sent),
      ...(face &&
        person.licence && { biometria_facial: await compareFace({ call, scenario, person }, face) }),
    },
    delayMs,
  };
}

interface Sitting {
  call: SimulatedCall;
  scenario: Scenario;
  person: BrPerson;
}

async function compareFace(sitting: Sitting, face: Face) {
  const twist: BrTwist = sitting.scenario.twist;
  const score = await faceScore(sitting, () => imageOf(face));
  return faceBlock(score, face.vivacidade ? (twist.liveness ?? 'REAL') : null);
}

/** Similarity of a selfie to the portrait, 0–1; `null`: no portrait on file. @param selfie decoded only if it is compared */
export async function faceScore(
  { call, scenario, person }: Sitting,
  selfie: () => RegistryImage,
): Promise<number | null> {
  const { compareFaces }: BrTwist = scenario.twist;
  if (!compareFaces) return person.similarity;
  const percent = await call.compareFaces(scenario.number ?? '', selfie());
  return percent === null ? null : percent / 100;
}

const imageOf = ({ formato, base64 }: Face): RegistryImage => ({
  format: formato === 'JPG' ? 'jpeg' : 'png',
  bytes: Buffer.from(base64, 'base64'),
});
