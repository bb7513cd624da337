import { describe, expect, it } from 'vitest';
import { registerTemplate, type TreatmentTemplate } from '../../registries/src/br-cpf/treatment-template.ts';
import { brazil } from '../src/br-cpf/simulator.ts';
import { RegistrySettingsError } from '../../registries/src/registry-settings.ts';
import { startSimulator } from '../src/server/simulator.ts';
import {
  callContext,
  datavalidOptions,
  type FarReply,
  openDatavalid,
  openFarEnd,
  wholeQuestion,
} from '../../registries/test/br-fixtures.ts';

const template: TreatmentTemplate = {
  controller: {
    cnpj: '11222333000181',
    email: 'contato@empresa.example',
    officerEmail: 'encarregado@empresa.example',
    name: 'Empresa',
    legalName: 'Empresa Exemplo Ltda',
  },
  purpose: 'Verificar a identidade de clientes',
  legalBases: ['fraud_prevention', 'consent'],
  events: ['Abertura de conta'],
  rightsChannels: ['electronic_request', 'other'],
};

async function register(reply: FarReply) {
  const farEnd = await openFarEnd(() => reply);
  const { http } = openDatavalid(datavalidOptions(farEnd.url));
  const result = await registerTemplate(http, template, { product: 'datavalid', context: callContext() });
  return { result, requests: farEnd.requests };
}

describe('a treatment template', () => {
  it('is registered in the words of Serpro', async () => {
    const { result, requests } = await register({ body: { id_template: 'template-1' } });
    expect(result).toMatchObject({ kind: 'answered', answer: { idTemplate: 'template-1' } });
    expect(requests[0]?.path).toBe('/datavalid/v5/pessoa-fisica/privacidade/rfb/template-tratamento');
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      agente_tratamento: {
        cnpj: '11222333000181',
        email: 'contato@empresa.example',
        email_encarregado: 'encarregado@empresa.example',
        nome: 'Empresa',
        razao_social: 'Empresa Exemplo Ltda',
      },
      finalidade: 'Verificar a identidade de clientes',
      hipoteses_legais: ['PREVENCAO_FRAUDE', 'CONSENTIMENTO'],
      eventos: ['Abertura de conta'],
      como_exercer_direitos: ['REQUISICAO_ELETRONICA', 'OUTRO'],
    });
  });

  it('is not registered twice when the registry does not respond or is down', async () => {
    const { result, requests } = await register({ status: 503, body: '' });
    expect(result).toMatchObject({ kind: 'unavailable', cause: 'http_5xx' });
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['no id', { body: {} }, 'schema'],
    ['no JSON', { body: 'ok' }, 'malformed_body'],
    ['a code of consent set-up', { status: 422, body: { codigo: 'DV204' } }, 'config'],
  ])('is not there after %s', async (_, reply, cause) => {
    expect((await register(reply)).result).toMatchObject({ kind: 'technical', cause });
  });

  it.each([
    ['/controller/cnpj', { ...template, controller: { ...template.controller, cnpj: '11.222.333/0001-81' } }],
    [
      '/controller/officerEmail',
      { ...template, controller: { ...template.controller, officerEmail: 'nobody' } },
    ],
    ['/purpose', { ...template, purpose: '  ' }],
    ['/legalBases', { ...template, legalBases: [] }],
    ['/rightsChannels', { ...template, rightsChannels: ['by_pigeon'] }],
    ['/events', { ...template, events: [] }],
  ])('that is wrong at %s is refused before it is sent', async (path, wrong) => {
    const farEnd = await openFarEnd(() => ({ body: {} }));
    const { http } = openDatavalid(datavalidOptions(farEnd.url));
    const registering = registerTemplate(http, wrong as TreatmentTemplate, {
      product: 'datavalid',
      context: callContext(),
    });
    await expect(registering).rejects.toThrow(RegistrySettingsError);
    await expect(registering).rejects.toThrow(`template${path}`);
    expect(farEnd.requests).toEqual([]);
  });

  it('is accepted by the simulator once it is registered there', async () => {
    const simulator = await startSimulator({ registries: [brazil], population: {} });
    const options = datavalidOptions(simulator.url);
    const { http } = openDatavalid(options);
    const registered = await registerTemplate(http, template, {
      product: 'datavalid',
      context: callContext(),
    });
    if (registered.kind !== 'answered') throw new Error('the simulator refused the template');
    const checkWith = (idTemplate: string) => {
      const consent = options.consent && { ...options.consent, idTemplate };
      return openDatavalid({ ...options, consent }).connector.check(wholeQuestion, callContext());
    };
    expect((await checkWith(registered.answer.idTemplate)).kind).toBe('answered');
    expect(await checkWith('00000000-0000-4000-8000-000000000002')).toMatchObject({
      kind: 'technical',
      cause: 'config',
    });
    await simulator.close();
  });
});
