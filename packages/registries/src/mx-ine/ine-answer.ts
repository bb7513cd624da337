import type { MxAnswer, MxField, RegistryResult } from '@countersign/core';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { classifyStatus } from '../calls/classify-status.ts';
import { type JsonObject, readJson, unusable } from '../calls/read-json.ts';
import type { HttpAnswer } from '../calls/registry-http.ts';
import type { IneOptions } from '../registry-settings.ts';
import { valueAt } from './dotted-path.ts';
import { comparedMembers } from './ine-request.ts';
import { parseSimilarity } from './similarity.ts';
import type { VerifySignature } from './signature.ts';

/** Expectations an answer is checked against. */
export interface IneExpectation {
  correlationId: string;
  options: Pick<IneOptions, 'face' | 'absentTheftReport' | 'dataOkCodes'>;
  /** `null`: signatures are not verified. */
  verifySignature: VerifySignature | null;
}

const compared = Type.Optional(Type.Union([Type.Boolean(), Type.Null()]));

const Envelope = Type.Object({
  response: Type.Object({
    codigoRespuesta: Type.Integer(),
    folioCliente: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  }),
});

const DataResponse = Type.Object({
  codigoRespuestaDatos: Type.Optional(Type.Unknown()),
  respuestaSituacionRegistral: Type.Object({
    tipoSituacionRegistral: Type.Enum(['VIGENTE', 'NO_VIGENTE', 'DATOS_NO_ENCONTRADOS']),
    tipoReporteRoboExtravio: Type.Optional(
      Type.Union([
        Type.Null(),
        Type.Enum([
          'REPORTE_DE_ROBO',
          'REPORTE_DE_EXTRAVIO',
          'REPORTE_DE_ROBO_TEMPORAL',
          'REPORTE_DE_EXTRAVIO_TEMPORAL',
        ]),
      ]),
    ),
  }),
  respuestaComparacion: Type.Optional(
    Type.Union([
      Type.Null(),
      Type.Object({
        cic: compared,
        nombre: compared,
        apellidoPaterno: compared,
        apellidoMaterno: compared,
        curp: compared,
        anioRegistro: compared,
        anioEmision: compared,
      }),
    ]),
  ),
});
type DataResponse = Static<typeof DataResponse>;

const theftReports = {
  REPORTE_DE_ROBO: 'stolen',
  REPORTE_DE_EXTRAVIO: 'lost',
  REPORTE_DE_ROBO_TEMPORAL: 'stolen_temporary',
  REPORTE_DE_EXTRAVIO_TEMPORAL: 'lost_temporary',
} as const;

/**
 * Interprets an answer of INE.
 * @see spec/registries.md 8.3, 9
 */
export function readIneAnswer(answer: HttpAnswer, expected: IneExpectation): RegistryResult<MxAnswer> {
  if (answer.status !== 200) return classifyStatus(answer);
  const { json, problem } = readJson(answer, { lenient: true });
  if (problem) return problem;
  if (!Value.Check(Envelope, json)) return unusable(answer, 'schema');
  const { codigoRespuesta, folioCliente } = json.response;
  if (folioCliente != null && folioCliente !== expected.correlationId) return unusable(answer, 'schema');
  if (codigoRespuesta !== 0) return maintenance(answer);
  const data = valueAt(json, 'response.dataResponse');
  if (!Value.Check(DataResponse, data)) return unusable(answer, 'schema');
  const { dataOkCodes } = expected.options;
  const dataCode = data.codigoRespuestaDatos;
  if (dataOkCodes && !dataOkCodes.some((code) => code === dataCode)) return maintenance(answer);
  if (expected.verifySignature && !expected.verifySignature(json)) return unusable(answer, 'bad_signature');
  return recordResult(answer, { json, data }, expected);
}

const maintenance = ({ attempts }: HttpAnswer) =>
  ({ kind: 'unavailable', cause: 'maintenance', attempts, delivered: 'maybe' }) as const;

function recordResult(
  answer: HttpAnswer,
  { json, data }: { json: JsonObject; data: DataResponse },
  { options }: IneExpectation,
): RegistryResult<MxAnswer> {
  const { at } = answer;
  const { tipoSituacionRegistral } = data.respuestaSituacionRegistral;
  if (tipoSituacionRegistral === 'DATOS_NO_ENCONTRADOS') return { kind: 'not_found', at };
  // A record with a different CIC belongs to another person.
  if (data.respuestaComparacion?.cic === false) return unusable(answer, 'schema');
  const standing = tipoSituacionRegistral === 'VIGENTE' ? 'current' : 'not_current';
  const theftReport = theftReportOf(data, options);
  const face = readFace(json, options.face);
  if (face === 'schema') return unusable(answer, 'schema');
  // A card out of force is settled regardless of the picture.
  const outOfForce = standing === 'not_current' && (theftReport === 'none' || theftReport === 'not_returned');
  if (face.refused !== null && !outOfForce) {
    return { kind: 'rejected', at, input: 'selfie', code: `facial:${face.refused}` };
  }
  return {
    kind: 'answered',
    at,
    answer: { standing, theftReport, face: face.face, compared: comparedFields(data) },
  };
}

function theftReportOf(
  { respuestaSituacionRegistral: { tipoReporteRoboExtravio } }: DataResponse,
  { absentTheftReport }: Pick<IneOptions, 'absentTheftReport'>,
): MxAnswer['theftReport'] {
  if (tipoReporteRoboExtravio === undefined) return absentTheftReport;
  return tipoReporteRoboExtravio === null ? 'none' : theftReports[tipoReporteRoboExtravio];
}

interface FaceRead {
  face: MxAnswer['face'];
  /** The code with which the picture was rejected; `null`: it was not. */
  refused: number | null;
}

/** The facial block, under the names that the operator's gateway uses. */
function readFace(json: JsonObject, options: IneOptions['face']): FaceRead | 'schema' {
  const code = valueAt(json, options.codePath) ?? null;
  const similarity = valueAt(json, options.similarityPath) ?? null;
  if (code === null && similarity === null) return { face: null, refused: null };
  if (typeof code !== 'number') return 'schema';
  if (options.selfieCodes.includes(code)) return { face: { similarity: null }, refused: code };
  if (options.noPortraitCodes.includes(code)) return { face: { similarity: null }, refused: null };
  if (!options.okCodes.includes(code)) return 'schema';
  if (similarity === null) return { face: { similarity: null }, refused: null };
  const score = parseSimilarity(similarity, options.scale);
  return score === null ? 'schema' : { face: { similarity: score }, refused: null };
}

function comparedFields({ respuestaComparacion }: DataResponse): MxAnswer['compared'] {
  const outcomes = Object.entries(comparedMembers).map(
    ([field, member]) => [field as MxField, respuestaComparacion?.[member]] as const,
  );
  return Object.fromEntries(outcomes.filter(([, equal]) => typeof equal === 'boolean'));
}
