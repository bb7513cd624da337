import { parseInput } from '@countersign/command-line';
import { webhookTypes } from '@countersign/contract';
import { Value } from 'typebox/value';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { listen, listenCommands } from '../../src/bin/commands/listen.ts';
import { listenerSteps } from '../../src/bin/commands/listener.ts';
import { installationOptions } from '../../src/bin/installation-options.ts';
import { runOn } from '../../src/bin/run-command.ts';
import { fixtureEvents } from '../../src/usecases/webhook/fixture-events.ts';
import { setWebhookUrl } from '../../src/usecases/webhook/set-webhook-url.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../testkit/src/webhook-receiver.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { type RunningDelivery, startDelivery } from '../support/webhook-setup.ts';

const verb = { ...listenCommands[0]!, options: { ...listenCommands[0]!.options, ...installationOptions } };
/** A second, four times over: machines in use are that much slower. */
const deliveryMs = 4_000;

describeApiOnce('webhooks for developers', (given) => {
  let receiver: WebhookReceiver;
  let delivery: RunningDelivery;
  beforeAll(() => {
    delivery = startDelivery(given.api.ctx);
  });
  afterAll(() => delivery.stop());
  beforeEach(async () => {
    receiver = await startWebhookReceiver();
  });
  afterEach(() => receiver.close());

  const run = (command: string, ...args: string[]) => runOn(given.api.ctx, { command, args });

  /** A listener that prints into a list, until it is ended. */
  function startListening(integrationId: string, ...options: string[]) {
    const lines: string[] = [];
    const ending = new AbortController();
    const input = parseInput(verb, [integrationId, '--forward-to', `${receiver.url}/hooks`, ...options]);
    const ended = listen((request) => runOn(given.api.ctx, request), input, {
      signal: ending.signal,
      write: (text) => lines.push(text),
    });
    return { lines, ended, end: () => ending.abort() };
  }

  it.each(Object.entries(fixtureEvents))('%s is a body of its type', (_, { type, body }) => {
    const schema = webhookTypes.find((each) => each.type === type)?.schema;
    expect(Value.Check(schema!, JSON.parse(JSON.stringify(body)))).toBe(true);
  });

  it('has a fixture event of every type', () => {
    expect(new Set(Object.values(fixtureEvents).map(({ type }) => type)).size).toBe(8);
  });

  it('trigger delivers every event, signed, and prints the answer', async () => {
    const { integrationId, secret } = await given.api.integrate();
    receiver.trust([secret]);
    for (const { type } of webhookTypes)
      await setWebhookUrl(given.api.ctx)({ integrationId, type, url: receiver.url, actor: 'test' });
    for (const [event, { type }] of Object.entries(fixtureEvents)) {
      const { exitCode, output } = await run('trigger', integrationId, event);
      expect({ exitCode, output }).toMatchObject({
        exitCode: 0,
        output: { outcome: 'delivered', type, httpStatus: 200 },
      });
      const { webhookId } = output as { webhookId: string };
      const [sent] = await receiver.waitFor(1, ({ id }) => id === webhookId);
      expect(sent).toMatchObject({ verified: true, attempt: 1 });
      expect(JSON.parse(sent!.body.toString('utf8'))).toEqual(
        JSON.parse(JSON.stringify(fixtureEvents[event]!.body)),
      );
    }
  });

  it('trigger prints a refusal of the receiver, which is recorded like any other', async () => {
    const { integrationId } = await given.api.integrate();
    await setWebhookUrl(given.api.ctx)({ integrationId, type: 'event', url: receiver.url, actor: 'test' });
    receiver.behave({ status: 500, body: 'no' });
    const { exitCode, output } = await run('trigger', integrationId, 'event.started');
    expect({ exitCode, output }).toMatchObject({
      exitCode: 3,
      output: { outcome: 'failed', httpStatus: 500 },
    });
    const { webhookId } = output as { webhookId: string };
    expect((await run('webhooks show', integrationId, webhookId)).output).toMatchObject({
      state: 'due',
      attempts: 1,
    });
  });

  it('trigger refuses live integrations, types without a URL and other names', async () => {
    const live = await given.api.integrate({ mode: 'live' });
    expect(await run('trigger', live.integrationId, 'decision')).toMatchObject({
      exitCode: 3,
      note: expect.stringMatching(/^INTEGRATION: must be a test integration/) as string,
    });
    const { integrationId } = await given.api.integrate();
    expect(await run('trigger', integrationId, 'decision')).toMatchObject({
      exitCode: 3,
      note: expect.stringMatching(/^the type has no URL/) as string,
    });
    expect(await run('trigger', integrationId, 'decisions')).toMatchObject({
      exitCode: 2,
      note: expect.stringMatching(/^EVENT: must be one of decision, .*, not decisions$/) as string,
    });
  });

  it('listen posts what happens, with the bytes and headers of the service, within a second', async () => {
    const { integrationId, secret, ...client } = await given.api.integrate();
    receiver.trust([secret]);
    const { lines, ended, end } = startListening(integrationId);
    await expect.poll(() => lines.length, { timeout: 60_000 }).toBe(1);
    expect(lines[0]).toBe(`listening; webhooks go to ${receiver.url}/hooks\n`);
    const session = await client.createSession();
    const start = performance.now();
    await client.submit(session);
    const [sent] = await receiver.waitFor(1, ({ body }) => body.includes('"action":"submitted"'));
    expect(performance.now() - start).toBeLessThan(deliveryMs);
    expect(sent).toMatchObject({ path: '/hooks', verified: true, attempt: 1 });
    expect(sent?.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Countersign-Webhook/1',
      'vrf-integration-id': integrationId,
    });
    expect(JSON.parse(sent!.body.toString('utf8'))).toMatchObject({ id: session, code: 7002 });
    const shown = await run('webhooks show', integrationId, sent!.id, '--body');
    expect(sent!.body.toString('utf8')).toBe(shown.output);
    end();
    expect(await ended).toEqual({ exitCode: 0, output: undefined });
    expect(lines[1]).toMatch(new RegExp(`event +${sent!.id} {2}200 in \\d+ ms\\n$`));
    expect(receiver.received).toHaveLength(1);
  });

  it('listen receives types without a URL only while it runs, and leaves set ones alone', async () => {
    const { integrationId } = await given.api.integrate();
    const url = `${receiver.url}/own`;
    await setWebhookUrl(given.api.ctx)({ integrationId, type: 'event', url, actor: 'test' });
    const { lines, ended } = startListening(integrationId, '--count', '3', '--json');
    const endpoints = async () =>
      (await run('webhooks endpoints', integrationId)).output as { type: string; url: string }[];
    await expect.poll(async () => (await endpoints()).length, { timeout: 60_000 }).toBe(8);
    expect(await run('trigger', integrationId, 'full-auto')).toMatchObject({
      exitCode: 0,
      output: { outcome: 'listening' },
    });
    await run('trigger', integrationId, 'event');
    await run('trigger', integrationId, 'decision.approved');
    expect(await ended).toEqual({ exitCode: 0, output: undefined });
    const types = lines.map((line) => (JSON.parse(line) as { type: string }).type);
    expect(types.toSorted()).toEqual(['decision', 'event', 'full-auto']);
    const paths = receiver.received.map((webhook) => webhook.path).toSorted();
    expect(paths).toEqual(['/hooks', '/hooks', '/hooks', '/own']);
    expect(await endpoints()).toMatchObject([{ type: 'event', url }]);
    expect(await run('trigger', integrationId, 'decision.approved')).toMatchObject({ exitCode: 3 });
  });

  it('listen yields to a URL that is set while it runs', async () => {
    const { integrationId } = await given.api.integrate();
    const { ended, end } = startListening(integrationId);
    const endpoints = async () =>
      (await run('webhooks endpoints', integrationId)).output as { type: string; url: string }[];
    await expect.poll(async () => (await endpoints()).length, { timeout: 60_000 }).toBe(8);
    const url = `${receiver.url}/own`;
    await setWebhookUrl(given.api.ctx)({ integrationId, type: 'decision', url, actor: 'test' });
    expect((await run('trigger', integrationId, 'decision.review')).output).toMatchObject({
      outcome: 'delivered',
    });
    end();
    await ended;
    expect(await endpoints()).toMatchObject([{ type: 'decision', url, pausedAt: null }]);
  });

  it('listen reports a program that refuses or does not run, and a replay comes again', async () => {
    const { integrationId } = await given.api.integrate();
    receiver.behave(({ attempt }) => ({ status: attempt === 1 ? 503 : 204 }));
    const { lines, ended } = startListening(integrationId, '--count', '2', '--json');
    await expect
      .poll(async () => (await run('trigger', integrationId, 'decision')).exitCode, { timeout: 60_000 })
      .toBe(0);
    await expect.poll(() => lines.length, { timeout: 60_000 }).toBe(1);
    const { webhookId } = JSON.parse(lines[0]!) as { webhookId: string };
    await expect
      .poll(async () => (await run('webhooks show', integrationId, webhookId)).output, { timeout: 60_000 })
      .toMatchObject({ state: 'failed' });
    await run('webhooks replay', integrationId, '--webhook', webhookId, '--yes');
    expect(await ended).toEqual({ exitCode: 1, output: undefined });
    expect(lines.map((line) => (JSON.parse(line) as { httpStatus: number }).httpStatus)).toEqual([503, 204]);
  });

  it('listen refuses live integrations and invalid addresses', async () => {
    const { integrationId } = await given.api.integrate({ mode: 'live' });
    expect(await startListening(integrationId).ended).toMatchObject({
      exitCode: 3,
      note: 'live integration',
    });
    const input = parseInput(verb, [integrationId, '--forward-to', 'localhost:3000']);
    const options = { signal: new AbortController().signal, write: () => {} };
    await expect(listen((request) => runOn(given.api.ctx, request), input, options)).rejects.toThrow(
      '--forward-to: must be an address such as http://localhost:3000/, not localhost:3000',
    );
  });

  it('steps of listen are no verbs of their own', () => {
    expect(listenerSteps.map(({ name }) => name)).toEqual([
      'listener open',
      'listener hear',
      'listener settle',
      'listener close',
    ]);
  });
});
