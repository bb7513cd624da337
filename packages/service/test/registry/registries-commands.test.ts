import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type Simulator, startSimulator } from '@countersign/registry-simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installationFile } from '../../src/runtime/installation-files.ts';
import { runCommand, startCommand } from '../support/run-commands.ts';
import { shortLived } from '../support/short-lived.ts';

const program = installationFile('.build/test-bundle/countersign.mjs');
let root = '';
let simulator: Simulator;

beforeAll(async () => {
  root = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-registries-'));
  simulator = await startSimulator();
});
afterAll(async () => {
  await simulator.close();
  await fs.rm(root, { recursive: true, force: true });
});

const secrets = {
  BR_KEY: 'an-invented-key',
  BR_SECRET: 'an-invented-secret',
  ANI_TOKEN: 'an-invented-token',
};

function start(args: string[], env: Record<string, string> = {}): ChildProcess {
  const { PATH = '' } = process.env;
  return spawn(process.execPath, [...shortLived, program, ...args], {
    cwd: root,
    env: { PATH, DATA_DIR: path.join(root, 'data'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function countersign(args: string[], given: Record<string, string> = secrets) {
  const { PATH = '' } = process.env;
  const env = { PATH, DATA_DIR: path.join(root, 'data'), ...given };
  // The simulator is a process that stays.
  const run = args[0] === 'simulator' ? startCommand : runCommand;
  const { code, stdout, stderr } = await run({ program, args, env, cwd: root });
  return { code, output: stdout, notes: stderr };
}

/** Writes a file of settings. @returns its path */
async function settings(name: string, registries: unknown): Promise<string> {
  const file = path.join(root, name);
  await fs.writeFile(file, JSON.stringify({ registries }));
  return file;
}

const brazil = (url: string) => ({
  connector: 'datavalid',
  options: {
    baseUrl: url,
    consumerKey: 'env:BR_KEY',
    consumerSecret: 'env:BR_SECRET',
    consent: {
      idTemplate: '3f0c1d52-7a3e-4a57-9d3b-0a6a2f1c9e44',
      payerCnpj: '00000000000191',
      provider: { url: `${url}/consent`, auth: { type: 'none' } },
    },
  },
});
const colombia = (url: string) => ({
  connector: 'ani-json',
  options: { baseUrl: url, contractId: 'C-118', auth: { type: 'bearer', token: 'env:ANI_TOKEN' } },
});
type Rows = { place: string; connector: string | null; auth: string | null; notes: string | null }[];

describe('countersign registries check', () => {
  it('prints for every place what is configured and what that leaves out', async () => {
    const file = await settings('good.json', {
      br: brazil(simulator.url),
      co: { CC: colombia(simulator.url) },
    });
    const { code, output, notes } = await countersign(['registries', 'check', '--file', file, '--json']);
    expect([code, notes]).toEqual([0, '']);
    const rows = JSON.parse(output) as Rows;
    expect(rows.map(({ place, connector }) => [place, connector])).toEqual([
      ['br', 'datavalid'],
      ['mx.ine', null],
      ['mx.curp', null],
      ['mx.voterList', null],
      ['co.CC', 'ani-json'],
      ['co.TI', null],
      ['co.CE', null],
      ['co.NIT', null],
      ['us', null],
    ]);
    const notesOf = (place: string) => rows.find((row) => row.place === place)?.notes;
    expect(notesOf('br')).toBe(
      'not encrypted; consultaCpf is off: deceased and cancelled numbers are not recognised',
    );
    expect(notesOf('co.CE')).toBe('sessions are declined with 544');
    expect(notesOf('us')).toBe('sessions are declined with 901');
  });

  it('reads the file of REGISTRIES_FILE, and reports where there is none', async () => {
    const file = await settings('from-environment.json', { co: { CC: colombia(simulator.url) } });
    const { code, output } = await countersign(['registries', 'check', '--json'], {
      ...secrets,
      REGISTRIES_FILE: file,
    });
    expect([code, (JSON.parse(output) as Rows)[4]]).toMatchObject([0, { place: 'co.CC', auth: 'bearer' }]);
    expect(await countersign(['registries', 'check'])).toMatchObject({
      code: 0,
      notes: 'no registry is configured: REGISTRIES_FILE is not set\n',
    });
  });

  it.each([
    ['by its name', { connector: 'simulator' }],
    ['at its address', colombia('http://127.0.0.1:8090')],
  ])('reports that production would not start with the simulator %s', async (_, CC) => {
    const file = await settings('simulated.json', { co: { CC } });
    const env = { ...secrets, SIMULATOR_URL: 'http://127.0.0.1:8090' };
    const args = ['registries', 'check', '--file', file, '--json'];
    const inProduction = await countersign(args, { ...env, COUNTERSIGN_ENV: 'production' });
    expect(inProduction.code).toBe(6);
    expect(inProduction.notes).toBe('countersign: co.CC: production refuses the simulator\n');
    expect((JSON.parse(inProduction.output) as Rows)[4]?.notes).toBe('the simulator: production refuses it');
    expect(await countersign(args, env)).toMatchObject({ code: 0, notes: '' });
  });

  it('names a secret that is missing, and never one that is there', async () => {
    const file = await settings('secrets.json', {
      br: brazil(simulator.url),
      co: {
        CC: {
          ...colombia(simulator.url),
          options: {
            ...colombia(simulator.url).options,
            auth: { type: 'bearer', token: 'file:/no/such/file' },
          },
        },
      },
    });
    const { code, output, notes } = await countersign(['registries', 'check', '--file', file], {
      BR_KEY: secrets.BR_KEY,
    });
    expect(code).toBe(6);
    expect(notes).toBe(
      'countersign: br: the variable BR_SECRET is not set\nco.CC: the file /no/such/file cannot be read\n',
    );
    expect(output + notes).not.toContain(secrets.BR_KEY);
  });

  it('names the member that is wrong', async () => {
    const file = await settings('wrong.json', { br: { connector: 'datavalid', options: { surprise: 1 } } });
    const { code, notes } = await countersign(['registries', 'check', '--file', file]);
    expect(code).toBe(6);
    expect(notes).toBe('countersign: registries.br.options.consumerKey: must be set\n');
  });
});

describe('countersign registries probe', () => {
  it('prints which gateways are reachable', async () => {
    const file = await settings('up.json', {
      br: brazil(simulator.url),
      co: { CC: colombia(simulator.url) },
    });
    const { code, output } = await countersign(['registries', 'probe', '--file', file, '--json']);
    const rows = JSON.parse(output) as { place: string; answer: string }[];
    expect(rows.map(({ place }) => place)).toEqual(['br', 'co.CC']);
    expect(rows[0]?.answer).toBe('up');
    expect(code).toBe(0);
  });

  it('exits with 1 when one is down, and sends no query', async () => {
    const gone = await startSimulator();
    await gone.close();
    const file = await settings('down.json', { br: brazil(gone.url), co: { CC: colombia(simulator.url) } });
    const before = simulator.control.count('co.ani');
    const { code, output } = await countersign(['registries', 'probe', '--file', file, '--json']);
    expect([code, JSON.parse(output)]).toMatchObject([
      1,
      [{ place: 'br', answer: 'down' }, { place: 'co.CC' }],
    ]);
    expect(simulator.control.count('co.ani')).toBe(before);
  });
});

describe('countersign registries template', () => {
  const template = {
    controller: {
      cnpj: '00000000000191',
      email: 'contato@empresa.example',
      officerEmail: 'dpo@empresa.example',
      name: 'Empresa Inventada',
      legalName: 'Empresa Inventada Ltda',
    },
    purpose: 'Validação de identidade no cadastro',
    legalBases: ['fraud_prevention'],
    events: ['Cadastro'],
    rightsChannels: ['electronic_request'],
  };
  const write = async (name: string, value: unknown) => {
    const file = path.join(root, name);
    await fs.writeFile(file, JSON.stringify(value));
    return file;
  };

  it('registers a template and prints the id for the settings', async () => {
    const file = await settings('template-settings.json', { br: brazil(simulator.url) });
    const asked = [
      'registries',
      'template',
      await write('template.json', template),
      '--file',
      file,
      '--json',
    ];
    const { code, output } = await countersign(asked);
    expect(code).toBe(0);
    expect((JSON.parse(output) as { idTemplate: string }).idTemplate).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ['no consent at all', undefined],
    [
      'a consent that names no template',
      { payerCnpj: '00000000000191', provider: { url: 'https://consent.example.com/tokens' } },
    ],
  ])('registers the first template while the settings have %s', async (_, consent) => {
    const { connector, options } = brazil(simulator.url);
    const file = await settings('first.json', { br: { connector, options: { ...options, consent } } });
    const first = await write('first-template.json', template);
    const before = simulator.control.count('br.template');
    const { code, notes } = await countersign(['registries', 'template', first, '--file', file]);
    expect([code, notes]).toEqual([
      0,
      'name it as br.options.consent.idTemplate; do not register it again, which would create another template\n',
    ]);
    expect(simulator.control.count('br.template')).toBe(before + 1);
    const checked = await countersign(['registries', 'check', '--file', file]);
    expect(checked).toMatchObject({
      code: 6,
      notes: expect.stringMatching(
        /^countersign: registries\.br\.options\.consent(\.idTemplate)?: must be set/,
      ) as string,
    });
  });

  it.each([
    [
      'an unknown member',
      { surprise: 1 },
      'countersign: registries.br.options.surprise: must be removed; there is no such setting\n',
    ],
    [
      'a missing key',
      { consumerKey: undefined },
      'countersign: registries.br.options.consumerKey: must be set\n',
    ],
  ])('names %s of the settings', async (_, wrong, message) => {
    const { connector, options } = brazil(simulator.url);
    const file = await settings('wrong-way.json', { br: { connector, options: { ...options, ...wrong } } });
    const given = await write('given-template.json', template);
    expect(await countersign(['registries', 'template', given, '--file', file])).toMatchObject({
      code: 6,
      notes: message,
    });
  });

  it('needs Datavalid', async () => {
    const file = await settings('none.json', { co: { CC: colombia(simulator.url) } });
    const given = await write('given-template.json', template);
    expect(await countersign(['registries', 'template', given, '--file', file])).toMatchObject({
      code: 6,
      notes: 'countersign: br has no connector "datavalid"\n',
    });
  });

  it('refuses a template that lacks something before anything is sent', async () => {
    const file = await settings('template-settings.json', { br: brazil(simulator.url) });
    const before = simulator.control.count('br.template');
    const incomplete = await write('incomplete.json', { ...template, legalBases: [] });
    const { code, notes } = await countersign(['registries', 'template', incomplete, '--file', file]);
    expect(code).toBe(6);
    expect(notes).toMatch(/^countersign: template\/legalBases/);
    expect(simulator.control.count('br.template')).toBe(before);
  });
});

describe('countersign registries explain-name', () => {
  const explain = (...more: string[]) =>
    countersign([
      'registries',
      'explain-name',
      '--given',
      'MARIA GABRIELA',
      '--surnames',
      'NUÑEZ GARCIA',
      '--registry',
      'LUZ|GABRIELA|NUÑEZ| |GARCIA',
      ...more,
    ]);

  it('prints word by word what was paired with what, and which reading decided', async () => {
    const { code, output } = await explain('--json');
    const said = JSON.parse(output) as {
      score: number;
      decisive: string;
      readings: {
        reading: string;
        value: number;
        tokens: { claimed: string | null; registry: string | null; rule: string }[];
      }[];
    };
    expect([code, said.score, said.decisive]).toEqual([0, 72.3, 'bag']);
    expect(said.readings.map(({ reading }) => reading)).toEqual(['roles', 'bag']);
    const [roles] = said.readings;
    expect(roles?.tokens.map(({ claimed, registry, rule }) => [claimed, registry, rule])).toEqual([
      ['GABRIELA', 'GABRIELA', 'equal'],
      ['NUNEZ', 'NUNEZ', 'equal'],
      ['GARCIA', 'GARCIA', 'equal'],
      ['MARIA', null, 'no partner'],
      [null, 'LUZ', 'no partner'],
    ]);
  });

  it('is laid out for reading without --json, and refuses a name of other parts', async () => {
    const { output, notes } = await explain();
    expect(output).toMatch(/^reading +claimed +registry +rule +score +letters\n/);
    expect(notes).toMatch(/score 72.3, by bag\n$/);
    const wrong = await countersign([
      'registries',
      'explain-name',
      '--given',
      'A',
      '--surnames',
      'B',
      '--registry',
      'A|B',
    ]);
    expect(wrong.code).toBe(2);
  });
});

describe('countersign simulator', () => {
  it('prints where it listens, simulates the registries, and ends in good order', async () => {
    const child = start(['simulator'], { SIM_PORT: '0', SIM_CONTROL_TOKEN: 'invented' });
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const url = await new Promise<string>((resolve) => {
      if (!child.stdout) throw new Error('there is nothing to read');
      createInterface({ input: child.stdout }).on('line', (line) => {
        const [, ready] = /^countersign simulator ready (\S+)$/.exec(line) ?? [];
        if (ready !== undefined) resolve(ready);
      });
    });
    const health = (token: string) =>
      fetch(`${url}/__sim/health`, { headers: { authorization: `Bearer ${token}` } });
    expect(await (await health('invented')).json()).toMatchObject({ status: 'ok', seed: 20_261_120 });
    expect((await health('another')).status).toBe(401);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it.each([
    ['a wrong setting', { SIM_PORT: 'ninety' }, [], /^countersign: SIM_PORT is not valid/],
    [
      'portraits that are not there',
      { SIM_PORT: '0' },
      ['--portraits', '/no/such/directory'],
      /^countersign: SIM_PORTRAITS: must be a directory of portraits that can be read, not \/no\/such\/directory$/m,
    ],
  ])('does not start with %s', async (_, env, options, message) => {
    const { code, notes } = await countersign(['simulator', ...options], env);
    expect(code).toBe(6);
    expect(notes).toMatch(message);
  });
});
