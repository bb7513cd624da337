import { createSign, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type IneExpectation, readIneAnswer } from '../src/mx-ine/ine-answer.ts';
import { parseSimilarity } from '../src/mx-ine/similarity.ts';
import { digestOf, digestSignature } from '../src/mx-ine/signature.ts';
import { at, ineOptions, maintenance, response, technical } from './mx-fixtures.ts';

const options = ineOptions('http://127.0.0.1');
const read = (answer: ReturnType<typeof response>, more: Partial<IneExpectation> = {}) =>
  readIneAnswer(answer, { correlationId: 'attempt-1', options, verifySignature: null, ...more });

const allEqual = {
  nombre: true,
  apellidoPaterno: true,
  apellidoMaterno: true,
  curp: true,
  anioRegistro: true,
  anioEmision: true,
};

interface Told {
  response?: object;
  data?: object;
  standing?: unknown;
  comparison?: unknown;
  face?: unknown;
}

/** The specification's example, with the given changes. */
const ineBody = (told: Told = {}) => ({
  response: {
    codigoRespuesta: 0,
    fechaHoraPeticion: '2026-11-20 08:05:09.120',
    tiempoProcesamiento: 731,
    folioCliente: 'attempt-1',
    dataResponse: {
      codigoRespuestaDatos: 0,
      respuestaSituacionRegistral: told.standing ?? {
        tipoSituacionRegistral: 'VIGENTE',
        tipoReporteRoboExtravio: null,
      },
      respuestaComparacion: 'comparison' in told ? told.comparison : { cic: true, ...allEqual },
      ...told.data,
    },
    facialResponse: 'face' in told ? told.face : { codigoRespuestaFacial: 0, similitud: '97.3%' },
    ...told.response,
  },
  signature: { signedInfo: { reference: { digestValue: 'none', uri: '#DATA' } }, signatureValue: 'none' },
  timeStamp: { momento: '2026-11-20T14:05:09.120Z', indice: '1' },
});

const answer = {
  standing: 'current',
  theftReport: 'none',
  face: { similarity: 97.3 },
  compared: {
    firstName: true,
    fatherLastName: true,
    motherLastName: true,
    curp: true,
    registrationYear: true,
    issueYear: true,
  },
};
const answered = (more: object = {}) => ({ kind: 'answered', at, answer: { ...answer, ...more } });

describe('an answer of INE', () => {
  it('is the example of the specification: current, no report, 97.3, everything equal', () => {
    expect(read(response(ineBody()))).toEqual(answered());
  });

  it('may have unknown keys, which are ignored', () => {
    const body = { ...ineBody({ response: { nuevo: { version: 2 } } }), otro: [1] };
    expect(read(response(body))).toEqual(answered());
  });

  it('may have bytes that are no UTF-8 in a text that is not read', () => {
    const text = JSON.stringify(ineBody({ response: { mensaje: 'OPERACIÓN EXITOSA' } }));
    expect(read({ ...response(''), body: Buffer.from(text, 'latin1') })).toEqual(answered());
  });

  it('compares field by field; null and absent ones were not returned', () => {
    const comparison = { cic: true, nombre: true, apellidoPaterno: false, curp: null };
    expect(read(response(ineBody({ comparison })))).toEqual(
      answered({ compared: { firstName: true, fatherLastName: false } }),
    );
    expect(read(response(ineBody({ comparison: null })))).toEqual(answered({ compared: {} }));
  });

  it.each(['true', 1, 'SI'])('with %j for a comparison is of another schema', (equal) => {
    expect(read(response(ineBody({ comparison: { ...allEqual, curp: equal } })))).toEqual(
      technical('schema'),
    );
  });
});

describe('the echo', () => {
  it('may be left out', () => {
    expect(read(response(ineBody({ response: { folioCliente: undefined } })))).toEqual(answered());
  });

  it('of another request counts as an answer about another person', () => {
    expect(read(response(ineBody({ response: { folioCliente: 'attempt-2' } })))).toEqual(technical('schema'));
  });

  it('reports another CIC as of another schema where it is compared, unless no person was found', () => {
    const other = { cic: false, ...allEqual };
    const nobody = { tipoSituacionRegistral: 'DATOS_NO_ENCONTRADOS', tipoReporteRoboExtravio: null };
    expect(read(response(ineBody({ comparison: allEqual })))).toEqual(answered());
    expect(read(response(ineBody({ comparison: other })))).toEqual(technical('schema'));
    expect(read(response(ineBody({ comparison: other, standing: nobody })))).toEqual({
      kind: 'not_found',
      at,
    });
  });
});

describe('codigoRespuesta', () => {
  it.each([1, 2, 99])('%i is maintenance, whatever else is missing', (codigoRespuesta) => {
    expect(read(response({ response: { codigoRespuesta, folioCliente: 'attempt-1' } }))).toEqual(maintenance);
  });

  it('missing or a text is of another schema', () => {
    expect(read(response({ response: {} }))).toEqual(technical('schema'));
    expect(read(response({ response: { codigoRespuesta: '0' } }))).toEqual(technical('schema'));
  });
});

describe('codigoRespuestaDatos', () => {
  const body = ineBody({ data: { codigoRespuestaDatos: 7 } });

  it('is not read unless the settings list the right ones', () => {
    expect(read(response(body))).toEqual(answered());
  });

  it('is maintenance where it is none of those', () => {
    const only = (dataOkCodes: number[]) => ({ options: { ...options, dataOkCodes } });
    expect(read(response(body), only([0, 1]))).toEqual(maintenance);
    expect(read(response(body), only([0, 7]))).toEqual(answered());
  });
});

describe('tipoSituacionRegistral', () => {
  const standing = (tipoSituacionRegistral: unknown, tipoReporteRoboExtravio: unknown = null) =>
    read(response(ineBody({ standing: { tipoSituacionRegistral, tipoReporteRoboExtravio } })));

  it.each([
    ['VIGENTE', answered({ standing: 'current' })],
    ['NO_VIGENTE', answered({ standing: 'not_current' })],
    ['DATOS_NO_ENCONTRADOS', { kind: 'not_found', at }],
    ['OTRA', technical('schema')],
    [null, technical('schema')],
  ])('%s', (text, result) => {
    expect(standing(text)).toEqual(result);
  });

  it('absent with its block is of another schema, never "not found"', () => {
    const body = ineBody({ data: { respuestaSituacionRegistral: undefined } });
    expect(read(response(body))).toEqual(technical('schema'));
    expect(read(response(ineBody({ response: { dataResponse: undefined } })))).toEqual(technical('schema'));
  });
});

describe('tipoReporteRoboExtravio', () => {
  it.each([
    [null, 'none'],
    ['REPORTE_DE_ROBO', 'stolen'],
    ['REPORTE_DE_EXTRAVIO', 'lost'],
    ['REPORTE_DE_ROBO_TEMPORAL', 'stolen_temporary'],
    ['REPORTE_DE_EXTRAVIO_TEMPORAL', 'lost_temporary'],
  ])('%s is %s', (tipoReporteRoboExtravio, theftReport) => {
    const standing = { tipoSituacionRegistral: 'VIGENTE', tipoReporteRoboExtravio };
    expect(read(response(ineBody({ standing })))).toEqual(answered({ theftReport }));
  });

  it('absent was not returned, or is none where the gateway drops nulls', () => {
    const body = ineBody({ standing: { tipoSituacionRegistral: 'VIGENTE' } });
    expect(read(response(body))).toEqual(answered({ theftReport: 'not_returned' }));
    const dropsNulls = { options: { ...options, absentTheftReport: 'none' as const } };
    expect(read(response(body), dropsNulls)).toEqual(answered({ theftReport: 'none' }));
  });

  it('of another kind is of another schema', () => {
    const standing = { tipoSituacionRegistral: 'VIGENTE', tipoReporteRoboExtravio: 'REPORTE_DE_OTRO' };
    expect(read(response(ineBody({ standing })))).toEqual(technical('schema'));
  });
});

describe('similarity', () => {
  it.each([
    ['97.3%', 97.3],
    ['97.3', 97.3],
    ['97%', 97],
    ['97', 97],
    [97, 97],
    [97.3, 97.3],
    ['79.9999%', 79.9999],
    [79.99999, 80],
    ['100%', 100],
    [0, 0],
  ])('%j on the scale of percent is %d', (similitud, similarity) => {
    expect(parseSimilarity(similitud, 'percent')).toBe(similarity);
  });

  it.each(['97,3%', '97,3', '100.1%', '-1', -0.1, 100.0001, '', '%', '1e2', ' 97 ', 'NaN', true, null, [97]])(
    '%j on the scale of percent is invalid',
    (similitud) => {
      expect(parseSimilarity(similitud, 'percent')).toBeNull();
    },
  );

  it.each([
    [0.973, 97.3],
    ['0.8', 80],
    [0.79999, 79.999],
    [1, 100],
    [1.01, null],
    ['97%', null],
    [97, null],
  ])('%j on the scale from 0 to 1 is %d', (similitud, similarity) => {
    expect(parseSimilarity(similitud, 'unit')).toBe(similarity);
  });
});

describe('the facial block', () => {
  const face = (block: unknown) => read(response(ineBody({ face: block })));

  it.each([
    ['code 0', { codigoRespuestaFacial: 0, similitud: 97 }, answered({ face: { similarity: 97 } })],
    ['code 0 without a score', { codigoRespuestaFacial: 0 }, answered({ face: { similarity: null } })],
    [
      'code 1, no face in the picture',
      { codigoRespuestaFacial: 1 },
      { kind: 'rejected', at, input: 'selfie', code: 'facial:1' },
    ],
    [
      'code 2, poor picture',
      { codigoRespuestaFacial: 2 },
      { kind: 'rejected', at, input: 'selfie', code: 'facial:2' },
    ],
    [
      'code 3, no portrait on file',
      { codigoRespuestaFacial: 3, similitud: '0%' },
      answered({ face: { similarity: null } }),
    ],
    ['another code', { codigoRespuestaFacial: 4, similitud: '97%' }, technical('schema')],
    ['a code that is a text', { codigoRespuestaFacial: '0', similitud: '97%' }, technical('schema')],
    ['a score without a code', { similitud: '97%' }, technical('schema')],
    ['a score with a comma', { codigoRespuestaFacial: 0, similitud: '97,3%' }, technical('schema')],
    ['a score above 100', { codigoRespuestaFacial: 0, similitud: 9730 }, technical('schema')],
    ['no block', undefined, answered({ face: null })],
  ])('%s', (_name, block, result) => {
    expect(face(block)).toEqual(result);
  });

  it('of a card out of force without a report does not matter: the card is not current', () => {
    const standing = { tipoSituacionRegistral: 'NO_VIGENTE', tipoReporteRoboExtravio: null };
    const refused = { codigoRespuestaFacial: 2 };
    expect(read(response(ineBody({ standing, face: refused })))).toEqual(
      answered({ standing: 'not_current', face: { similarity: null } }),
    );
    const notReturned = { tipoSituacionRegistral: 'NO_VIGENTE' };
    expect(read(response(ineBody({ standing: notReturned, face: refused })))).toEqual(
      answered({ standing: 'not_current', theftReport: 'not_returned', face: { similarity: null } }),
    );
    const stolen = { ...standing, tipoReporteRoboExtravio: 'REPORTE_DE_ROBO' };
    expect(read(response(ineBody({ standing: stolen, face: refused })))).toEqual({
      kind: 'rejected',
      at,
      input: 'selfie',
      code: 'facial:2',
    });
  });

  it('is read under the names, codes and scale of the operator’s gateway', () => {
    const renamed = {
      ...options,
      face: {
        ...options.face,
        codePath: 'resultado.rostro.estado',
        similarityPath: 'resultado.rostro.valor',
        okCodes: [10, 11],
        selfieCodes: [20],
        noPortraitCodes: [30],
        scale: 'unit' as const,
      },
    };
    const rostro = (estado: number, valor?: number) =>
      read(response({ ...ineBody({ face: undefined }), resultado: { rostro: { estado, valor } } }), {
        options: renamed,
      });
    expect(rostro(11, 0.8)).toEqual(answered({ face: { similarity: 80 } }));
    expect(rostro(20)).toEqual({ kind: 'rejected', at, input: 'selfie', code: 'facial:20' });
    expect(rostro(30)).toEqual(answered({ face: { similarity: null } }));
    expect(rostro(0, 0.8)).toEqual(technical('schema'));
  });
});

describe('what is not a valid answer', () => {
  it.each(['', '<html></html>', 'null', '[]', '{"similitud":NaN}', '{"response":'])(
    '%s is not a JSON object',
    (body) => {
      expect(read(response(body))).toEqual(technical('malformed_body'));
    },
  );

  it.each([
    [204, 'malformed_body'],
    [400, 'config'],
    [404, 'unexpected_status'],
    [422, 'unexpected_status'],
    [451, 'unexpected_status'],
  ])('status %i is technical, %s', (status, cause) => {
    expect(read(response(ineBody(), status))).toEqual({
      kind: 'technical',
      cause,
      attempts: 1,
      at,
      httpStatus: status,
    });
  });
});

describe('the signature of the profile digest', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const verifySignature = digestSignature(publicKey);
  const sign = (digestValue: string) =>
    createSign('RSA-SHA256').update(digestValue).sign(privateKey, 'base64');
  const signed = (body: ReturnType<typeof ineBody>, digestValue = digestOf(body.response)) => ({
    ...body,
    signature: {
      signedInfo: { reference: { digestValue, uri: '#DATA' } },
      signatureValue: sign(digestValue),
    },
  });

  it('is base64 SHA-256 of the answer, and the key’s signature over that text', () => {
    expect(digestOf({ codigoRespuesta: 0 })).toBe('fUmneNhUUBXHsVlfvO5JX0HtEt6WobWKk4DKBhy1/G4=');
    expect(read(response(signed(ineBody())), { verifySignature })).toEqual(answered());
  });

  it('is not verified where the answer is nested more deeply than can be read', () => {
    const { response: plain } = ineBody();
    const deep = `${'{"a":'.repeat(90_000)}1${'}'.repeat(90_000)}`;
    const text = JSON.stringify({ ...signed(ineBody()), response: { ...plain, deep: 0 } });
    const body = Buffer.from(text.replace('"deep":0', `"deep":${deep}`));
    expect(read({ ...response({}), body }, { verifySignature })).toEqual(technical('malformed_body'));
  });

  it.each([
    ['the digest of another answer', signed(ineBody(), digestOf({ codigoRespuesta: 0 }))],
    [
      'another key',
      {
        ...ineBody(),
        signature: {
          signedInfo: { reference: { digestValue: digestOf(ineBody().response) } },
          signatureValue: 'bm90IHRoZSBzaWduYXR1cmU=',
        },
      },
    ],
    ['none', { ...ineBody(), signature: undefined }],
    ['half of one', { ...ineBody(), signature: { signatureValue: 'bm9uZQ==' } }],
  ])('with %s does not verify', (_name, body) => {
    expect(read(response(body), { verifySignature })).toEqual(technical('bad_signature'));
    expect(read(response(body))).toEqual(answered());
  });

  it('is required before a person is reported as not found', () => {
    const standing = { tipoSituacionRegistral: 'DATOS_NO_ENCONTRADOS', tipoReporteRoboExtravio: null };
    const unknown = ineBody({ standing });
    expect(read(response(unknown), { verifySignature })).toEqual(technical('bad_signature'));
    expect(read(response(signed(unknown)), { verifySignature })).toEqual({ kind: 'not_found', at });
  });

  it('of another profile is a function', () => {
    const seal = (body: Readonly<Record<string, unknown>>) => body['sello'] === 'lacre';
    expect(read(response({ ...ineBody(), sello: 'lacre' }), { verifySignature: seal })).toEqual(answered());
    expect(read(response(ineBody()), { verifySignature: seal })).toEqual(technical('bad_signature'));
  });
});
