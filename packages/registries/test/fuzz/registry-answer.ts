// Answers of every registry: any input is read as one of the results, never throws, and is never about another person. F20 S11
import assert from 'node:assert/strict';
import type { RegistryResult } from '@countersign/core';
import { readValidation } from '../../src/br-cpf/validation-answer.ts';
import type { HttpAnswer } from '../../src/calls/registry-http.ts';
import { readAni } from '../../src/co-civil/ani-answer.ts';
import { readGenericResult } from '../../src/generic/read-result.ts';
import { readRenapoAnswer } from '../../src/mx-curp/renapo-answer.ts';
import { readIneAnswer } from '../../src/mx-ine/ine-answer.ts';
import type { IneOptions } from '../../src/registry-settings.ts';
import { readNominalAnswer } from '../../src/mx-voter-list/nominal-answer.ts';

const nuip = '9000000001';
const curp = 'PELJ850101HDFRPN06';
const cic = '999900001';
const face: IneOptions['face'] = {
  imagePath: 'face.image',
  formatPath: 'face.format',
  codePath: 'response.facial.code',
  similarityPath: 'response.facial.similarity',
  selfieCodes: [3],
  noPortraitCodes: [4],
  okCodes: [0],
  scale: 'percent',
};

type Reader = (answer: HttpAnswer) => RegistryResult<unknown>;
const generic =
  (registry: 'br' | 'mx' | 'mx-curp' | 'mx-voter-list' | 'co' | 'us', question: object): Reader =>
  (answer) =>
    readGenericResult(answer, { registry, question });

const readers: readonly Reader[] = [
  (answer) => readValidation(answer, null),
  (answer) =>
    readIneAnswer(answer, {
      correlationId: 'call-1',
      options: { face, absentTheftReport: 'none', dataOkCodes: [0] },
      verifySignature: null,
    }),
  (answer) => readRenapoAnswer(answer, { curp }),
  (answer) => readNominalAnswer(answer, { cic }),
  (answer) => readAni('flat', { number: nuip } as never)(answer),
  (answer) => readAni('nested', { number: nuip } as never)(answer),
  generic('mx-curp', { curp }),
  generic('mx-voter-list', { cic }),
  generic('br', {}),
  generic('mx', {}),
  generic('co', {}),
  generic('us', {}),
];

const person = `"nuip":"${nuip}","codError":"0","estadoCedula":"0","fechaExpedicion":"20/06/2015","primerNombre":"MARIA","primerApellido":"NUÑEZ"`;
const envelope = (result: string) => `{"schema":"countersign.registry/1","result":${result}}`;

/** The first character chooses the reader, the second the status. */
export const seeds = [
  '00{"rfb_existe":true,"cnh_existe":true,"rfb":{"nome_similaridade":0.9123456,"data_nascimento":true},"cnh":{"situacao":true,"possui_impedimento":true},"biometria_facial":{"disponivel":true,"vivacidade":"REAL","similaridade":0.81}}',
  '10{"response":{"codigoRespuesta":0,"folioCliente":"call-1","dataResponse":{"codigoRespuestaDatos":0,"respuestaSituacionRegistral":{"tipoSituacionRegistral":"VIGENTE","tipoReporteRoboExtravio":null},"respuestaComparacion":{"cic":true,"nombre":false}},"facial":{"code":0,"similarity":81.5}}}',
  `20{"resultadoOperacion":"01","CURP":"${curp}","nombres":"JUAN","apellido1":"PEREZ","apellido2":"LOPEZ","sexo":"H","fechNac":"01/01/1985","statusCurp":"AN","cveEntidadNac":"DF","curpHistoricas":["${curp}"]}`,
  `30{"estatus":"OK","claveMensaje":1,"cic":"${cic}","anioRegistro":2003,"vigencia":"2033"}`,
  `40{${person}}`,
  `50{"estadoConsulta":{"codError":0},"datosCedulas":{"datos":[{${person}}]}}`,
  `60${envelope(`{"kind":"answered","answer":{"curp":"${curp}","previous":[],"status":"AN","names":"JUAN","firstSurname":"PEREZ","secondSurname":null,"sex":"M","dateOfBirth":"1985-01-01","birthState":"DF"}}`)}`,
  `70${envelope(`{"kind":"answered","answer":{"code":1,"cic":"${cic}"}}`)}`,
  `80${envelope('{"kind":"rejected","input":"cpf","code":"DV041"}')}`,
  `90${envelope('{"kind":"technical","cause":"schema","attempts":2,"at":null,"httpStatus":200}')}`,
  `:0${envelope('{"kind":"unavailable","cause":"maintenance","delivered":"no"}')}`,
  `;0${envelope('{"kind":"not_found","at":"2026-11-20T10:00:00.000Z"}')}`,
];
export const words = [
  '"answered"',
  '"not_found"',
  '"similarity":',
  'null',
  '{"__proto__":',
  '\\u0000',
  '[[[[',
  '1e999',
  '\xff',
];

const statuses = [200, 404, 400, 422, 201, 451];
const kinds = ['answered', 'not_found', 'rejected', 'unavailable', 'technical'];

export function fuzz(input: Buffer): void {
  const read = readers[((input[0] ?? 48) - 48 + 256 * readers.length) % readers.length] as Reader;
  const status = statuses[(input[1] ?? 0) % statuses.length] as number;
  const body = input.subarray(2);
  const answer: HttpAnswer = { status, headers: {}, body, at: '2026-11-20T10:00:00.000Z', attempts: 1 };
  const result = read(answer);
  assert.ok(kinds.includes(result.kind), `no such result: ${result.kind}`);
  const written = JSON.stringify(result);
  assert.ok(written.length < 20 * body.length + 2000, 'a result larger than its answer');
  if (result.kind === 'answered') requireSameQuestion(read, result.answer as Record<string, unknown>);
}

function requireSameQuestion(read: Reader, answer: Record<string, unknown>): void {
  const at = readers.indexOf(read);
  if (at === 2 || at === 6)
    assert.ok(answer['curp'] === curp || (answer['previous'] as string[]).includes(curp), 'another person');
  if (at === 3 || at === 7) assert.ok(answer['cic'] === undefined || answer['cic'] === cic, 'another card');
  requireScores(answer);
}

/** Every similarity in an answer is a percentage. */
function requireScores(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (name === 'similarity' && typeof member === 'number')
      assert.ok(member >= 0 && member <= 100, `a similarity of ${member}`);
    requireScores(member);
  }
}
