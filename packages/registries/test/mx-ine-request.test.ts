import { describe, expect, it } from 'vitest';
import { createIneConnector } from '../src/mx-ine/ine-connector.ts';
import { ineRequest } from '../src/mx-ine/ine-request.ts';
import { mexicanName } from '../src/mx-ine/mexican-name.ts';
import { requestId } from '../src/mx-ine/request-id.ts';
import { createRegistryHttp } from '../src/calls/create-registry-http.ts';
import { callContext, openFarEnd, selfie } from './br-fixtures.ts';
import { identityClaims, ineOptions, wholeQuestion } from './mx-fixtures.ts';

const attemptId = '3f0c1d52-7a3e-4a57-9d3b-0a6a2f1c9e44';
const options = ineOptions('http://127.0.0.1');

describe('the request to INE', () => {
  it('is that of the specification, names in capitals without accents', () => {
    expect(ineRequest(wholeQuestion, attemptId, options)).toEqual({
      encabezado: { solicitudId: '410736654122936392', folioCliente: '3f0c1d52-7a3e-4a57-9d3b-0a6a2f1c9e44' },
      datos: {
        cic: '999900001',
        nombre: 'JUAN CARLOS',
        apellidoPaterno: 'PEREZ',
        apellidoMaterno: 'LOPEZ',
        curp: 'PELJ850101HDFRPN06',
        anioRegistro: '2003',
        anioEmision: '2023',
      },
      consentimiento: 1,
      facial: { formato: 'JPG', imagen: '/9j/' },
    });
  });

  it('sends no claim that the question does not have: an empty second surname would compare false', () => {
    const { firstName, fatherLastName } = identityClaims;
    const body = ineRequest({ ...wholeQuestion, claims: { firstName, fatherLastName } }, attemptId, options);
    expect(body['datos']).toEqual({ cic: '999900001', nombre: 'JUAN CARLOS', apellidoPaterno: 'PEREZ' });
  });

  it('sends the CURP as it was given', () => {
    const claims = { curp: ' pelj850101hdfrpn06' };
    const body = ineRequest({ ...wholeQuestion, claims }, attemptId, options);
    expect(body['datos']).toEqual({ cic: '999900001', curp: ' pelj850101hdfrpn06' });
  });

  it('also sends OCR, voter key and emission number when they are known', () => {
    const body = ineRequest(
      {
        ...wholeQuestion,
        claims: {},
        ocr: '0123098765432',
        voterKey: 'PRLPJN85010109H400',
        emissionNumber: '02',
      },
      attemptId,
      options,
    );
    expect(body['datos']).toEqual({
      cic: '999900001',
      ocr: '0123098765432',
      claveElector: 'PRLPJN85010109H400',
      numeroEmisionCredencial: '02',
    });
  });

  it('sends the place of the settings, and none without one', () => {
    const location = { localidad: { codigoPostal: '06000', ciudad: 'Ciudad de México', estado: 'CDMX' } };
    expect(ineRequest(wholeQuestion, attemptId, { ...options, location })['ubicacion']).toEqual({
      localidad: { codigoPostal: '06000', ciudad: 'Ciudad de México', estado: 'CDMX' },
    });
    expect(ineRequest(wholeQuestion, attemptId, options)).not.toHaveProperty('ubicacion');
  });

  it('puts picture and format where the operator’s gateway expects them', () => {
    const face = { ...options.face, imagePath: 'datos.biometria.rostro', formatPath: 'minucias.tipo' };
    const body = ineRequest({ ...wholeQuestion, claims: {} }, attemptId, { ...options, face });
    expect(body).toMatchObject({
      datos: { cic: '999900001', biometria: { rostro: '/9j/' } },
      minucias: { tipo: 'JPG' },
    });
    expect(body).not.toHaveProperty('facial');
  });

  it('names the format of a PNG', () => {
    const png = { ...selfie, format: 'png' as const };
    expect(ineRequest({ ...wholeQuestion, selfie: png }, attemptId, options)).toMatchObject({
      facial: { formato: 'PNG' },
    });
  });

  it('goes to the path of the settings as JSON', async () => {
    const far = await openFarEnd(() => ({ status: 503, body: '' }));
    const its = ineOptions(far.url, { path: '/ine/v2/otra' });
    its.resilience = { ...its.resilience, retries: 0 };
    const http = createRegistryHttp(its, {
      connector: 'ine-json',
      readSecret: () => 'unused',
      onCall: () => {},
    });
    await createIneConnector(its, http).check(wholeQuestion, callContext({ correlationId: attemptId }));
    await http.close();
    expect(far.requests).toHaveLength(1);
    expect(far.requests[0]).toMatchObject({ method: 'POST', path: '/ine/v2/otra' });
    expect(far.requests[0]?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(far.requests[0]?.body ?? '')).toMatchObject({
      encabezado: { solicitudId: '410736654122936392' },
    });
  });

  it('cannot be made by settings that require signatures without a key', () => {
    const its = ineOptions('http://127.0.0.1:9', { verifySignature: 'digest' });
    const http = createRegistryHttp(its, { connector: 'ine-json', readSecret: () => '', onCall: () => {} });
    expect(() => createIneConnector(its, http)).toThrow(
      'ine-json.verifySignature: must be none where signatureKey is not set',
    );
  });
});

describe('the number of a request', () => {
  it.each([
    ['3f0c1d52-7a3e-4a57-9d3b-0a6a2f1c9e44', '410736654122936392'],
    // Small enough to need leading zeros.
    ['6dacb434-d4e3-4c78-b639-000000000085', '005265572543400717'],
  ])('of attempt %s is %s', (attempt, id) => {
    expect(requestId(attempt)).toBe(id);
  });
});

describe('a name as Mexican registries keep it', () => {
  it.each([
    ['Mónica', 'MONICA'],
    ['Núñez', 'NUÑEZ'],
    ['D’Angelo', "D'ANGELO"],
    ['d´angelo', "D'ANGELO"],
    ['nu\u0301n\u0303ez', 'NUÑEZ'],
    ['Agüero', 'AGUERO'],
    ['àèìòù âêîôû äëïöü', 'AEIOU AEIOU AEIOU'],
    ['  María   del  Mar ', 'MARIA DEL MAR'],
    ["O'Farrill", "O'FARRILL"],
  ])('%s is sent as %s', (name, sent) => {
    expect(mexicanName(name)).toBe(sent);
  });
});
