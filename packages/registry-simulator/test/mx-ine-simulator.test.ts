import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { RegistryImage } from '@countersign/core';
import { mexicanIne } from '../src/mx-ine/simulator.ts';
import { type Simulator, startSimulator } from '../src/server/simulator.ts';
import { ask, decision, verifySignature } from './mx-expectations.ts';

let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator({ registries: [mexicanIne], population: {} });
});
afterAll(() => simulator.close());

describe('the simulated INE', () => {
  const post = async (body: unknown) => {
    const answer = await fetch(`${simulator.url}/ine/v1/verificacion`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const request = {
    encabezado: { solicitudId: '410736654122936392', folioCliente: 'attempt-1' },
    datos: { cic: '999900001', nombre: 'JUAN CARLOS', apellidoPaterno: 'PÉREZ' },
    consentimiento: 1,
    facial: { formato: 'JPG', imagen: '/9j/' },
  };

  it('answers as the specification’s example, and compares accents as they are', async () => {
    const { status, body } = await post(request);
    expect(status).toBe(200);
    expect(body['response']).toEqual({
      codigoRespuesta: 0,
      fechaHoraPeticion: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/) as string,
      tiempoProcesamiento: 0,
      folioCliente: 'attempt-1',
      dataResponse: {
        codigoRespuestaDatos: 0,
        respuestaSituacionRegistral: { tipoSituacionRegistral: 'VIGENTE', tipoReporteRoboExtravio: null },
        respuestaComparacion: {
          cic: true,
          nombre: true,
          apellidoPaterno: false,
          apellidoMaterno: null,
          curp: null,
          anioRegistro: null,
          anioEmision: null,
        },
      },
      facialResponse: { codigoRespuestaFacial: 0, similitud: '97.3%' },
    });
    expect(verifySignature(body)).toBe(true);
  });

  it.each([
    ['consent', { ...request, consentimiento: 0 }],
    ['a CIC of nine digits', { ...request, datos: { cic: '99990000' } }],
    ['a picture', { ...request, facial: { formato: 'JPG', imagen: '' } }],
    ['a number of eighteen digits', { ...request, encabezado: { solicitudId: '1', folioCliente: 'a' } }],
  ])('refuses a request without %s', async (_name, body) => {
    expect((await post(body)).status).toBe(400);
  });

  it('answers the same request by the same scenario, and counts it', async () => {
    const counting = await startSimulator({
      registries: [mexicanIne],
      population: {},
      controlToken: 'token',
    });
    onTestFinished(() => counting.close());
    const correlationId = '3f0c1d52-7a3e-4a57-9d3b-0a6a2f1c9e44';
    const first = await ask(counting.url, { cic: '999900001', correlationId });
    const second = await ask(counting.url, { cic: '999900001', correlationId });
    expect(decision(second)).toEqual(decision(first));
    const counters = await fetch(`${counting.url}/__sim/counters`, {
      headers: { authorization: 'Bearer token' },
    });
    expect(await counters.json()).toMatchObject({ routes: { 'mx.ine': { calls: 2, duplicates: 1 } } });
  });

  it('reports how long it took', async () => {
    const slow = await startSimulator({ registries: [mexicanIne], population: {}, latencyMs: [40, 40] });
    onTestFinished(() => slow.close());
    const answer = await fetch(`${slow.url}/ine/v1/verificacion`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
    });
    expect(await answer.json()).toMatchObject({ response: { tiempoProcesamiento: 40 } });
  });

  it('has the faces compared where there is a comparer and a portrait', async () => {
    const portrait: RegistryImage = { format: 'png', bytes: Uint8Array.of(1, 2, 3) };
    const compared: [RegistryImage, RegistryImage][] = [];
    const scores = [80, 79.96];
    const comparing = await startSimulator({
      registries: [mexicanIne],
      population: {},
      portraits: new Map([['999900030', portrait]]),
      compareFaces: (held, sent) => {
        compared.push([held, sent]);
        return Promise.resolve(scores.shift() ?? null);
      },
    });
    onTestFinished(() => comparing.close());
    expect(decision(await ask(comparing.url, { cic: '999900030' }))).toEqual(['M12', 'approved', null]);
    expect(decision(await ask(comparing.url, { cic: '999900030' }))).toEqual(['M9', 'declined', 581]);
    expect(decision(await ask(comparing.url, { cic: '999900030' }))).toEqual(['M8', 'declined', 581]);
    const [held, sent] = compared[0] ?? [];
    expect(held).toEqual(portrait);
    expect(sent?.format).toBe('jpeg');
    expect([...(sent?.bytes ?? [])]).toEqual([0xff, 0xd8, 0xff]);
  });

  it('answers about people of its population by what it holds of them', async () => {
    const person = {
      firstName: 'EVA',
      fatherLastName: 'MUÑOZ',
      motherLastName: 'RIOS',
      curp: 'MURE910101MDFXSV00',
      ocr: '0999000000001',
      voterKey: 'MZRSEV91010109M100',
      registrationYear: '2010',
      issueYear: '2020',
      emissionNumber: '01',
    };
    const populated = await startSimulator({
      registries: [mexicanIne],
      population: {
        mx: {
          '999800100': person,
          '999800101': { ...person, similarity: '12.5%' },
          '999800102': { ...person, theftReport: 'REPORTE_DE_ROBO' },
          '999800103': { ...person, standing: 'NO_VIGENTE' },
        },
      },
    });
    onTestFinished(() => populated.close());
    const claims = {
      firstName: 'Eva',
      fatherLastName: 'Muñoz',
      motherLastName: 'Ríos',
      registrationYear: '2010',
    };
    const of = async (cic: string) => decision(await ask(populated.url, { cic, claims }));
    expect(await of('999800100')).toEqual(['M12', 'approved', null]);
    expect(await of('999800101')).toEqual(['M9', 'declined', 581]);
    expect(await of('999800102')).toEqual(['M10', 'declined', 904]);
    expect(await of('999800103')).toEqual(['M6', 'declined', 902]);
  });

  it.each([
    [
      {},
      'missing or of another shape: firstName, fatherLastName, curp, ocr, voterKey, registrationYear, issueYear, emissionNumber',
    ],
    [{ ...mexicanIne.scenarios[0]?.person, ocr: '12' }, 'missing or of another shape: ocr'],
    [{ ...mexicanIne.scenarios[0]?.person }, null],
  ])('requires complete records of people', (person, objection) => {
    expect(mexicanIne.objection?.(person)).toBe(objection);
  });
});
