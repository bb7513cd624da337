import { createHmac } from 'node:crypto';
import { type Browser, isInstalled, launchBrowser } from '@countersign/browser-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Driver, drive } from '../../src/portal/driver.ts';
import { type FilledStage, fillStage } from '../../src/portal/fill-stage.ts';
import { join, type PortalStage } from '../../src/portal/stage.ts';
import { startQuickStage } from '../support/quick-database.ts';

describe.skipIf(!isInstalled('chromium'))('tools for developers in the portal (Chromium)', () => {
  let stage: PortalStage;
  let filled: FilledStage;
  let browser: Browser;
  let developer: Driver;
  beforeAll(async () => {
    stage = await startQuickStage();
    filled = await fillStage(stage);
    browser = await launchBrowser('chromium');
    developer = drive(await browser.newPage(), stage.service.url);
    await developer.page.setViewport({ width: 1280, height: 900 });
    const url = await stage.invite('dev@example.com', 'developer');
    await join(developer, { url, name: 'Dev Tanaka', withCodes: false });
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  it('shows why a request was refused', async () => {
    await developer.open('/portal/requests');
    await developer.fill('Status', '401');
    await developer.fill('Cause', 'body-signature-mismatch');
    await developer.click('Apply');
    await developer.see('1 row');
    expect(await developer.address()).toBe('/portal/requests?status=401&cause=body-signature-mismatch');
    await developer.click('PATCH /sessions/{id}');
    await developer.see('The signature does not match the request body.');
    await developer.see('39 bytes');
    await developer.see('c110b1256b83263398bdad16ab57901a7ad3942853c2328a1d29eaf7cba79baa');
  });

  it('shows the form an origin must have, and stores valid ones', async () => {
    await developer.open(`/portal/integrations/${stage.integration.integrationId}/flow`);
    await developer.click('Only pages of these origins');
    await developer.fill('Origins', 'https://shop.example.com/cart');
    await developer.click('Save');
    await developer.see(
      'origins, line 1: “https://shop.example.com/cart” must have exactly the form that browsers send',
    );
    await developer.fill('Origins', 'https://shop.example.com');
    await developer.click('Save');
    await developer.see('Saved.');
    await developer.click('Every page');
    await developer.click('Save');
    await developer.see('Saved.');
  });

  it('counts failed webhooks before it resends them', async () => {
    await developer.open('/portal/webhooks/recover');
    await developer.click('Count');
    await developer.see('2 webhooks failed');
    await developer.click('Send 2 again');
    await developer.see('2 webhooks are queued and will be sent in a moment.');
  });

  it('explains a signature over other bytes without showing a secret', async () => {
    const body = '{"status":"success"}';
    const { sharedSecret } = stage.integration.client.access;
    const sign = (text: string) => createHmac('sha256', sharedSecret).update(text).digest('hex');
    await developer.open('/portal/webhooks/check');
    await developer.fill('Body', body);
    await developer.fill('Signature', sign(`${body}\n`));
    await developer.click('Check');
    await developer.see('a line feed at the end');
    await developer.fill('Signature', sign(body));
    await developer.click('Check');
    await developer.see('over exactly these bytes');
    expect(await developer.page.run(() => document.documentElement.innerHTML)).not.toContain(sharedSecret);
  });

  it.each([
    {
      language: 'es',
      refusal: 'La firma no coincide con el cuerpo de la petición.',
      missing: 'Firme la petición: X-HMAC-SIGNATURE falta o está vacía',
      persona: 'declined (rechazada), código de motivo 902',
      fields: { body: 'Cuerpo', signature: 'Firma', check: 'Comprobar' },
      mistake: 'un salto de línea al final',
      fix: 'firme sin el salto de línea',
    },
    {
      language: 'pt-BR',
      refusal: 'A assinatura não confere com o corpo da requisição.',
      missing: 'Assine a requisição: X-HMAC-SIGNATURE falta ou está vazio',
      persona: 'declined (recusada), código de motivo 902',
      fields: { body: 'Corpo', signature: 'Assinatura', check: 'Conferir' },
      mistake: 'uma quebra de linha no final',
      fix: 'assine sem a quebra de linha',
    },
  ])('explains in the language of the account: $language', async (texts) => {
    const { client, integrationId } = stage.integration;
    const speak = (language: string) =>
      developer.page.run(async (wanted: string) => {
        const { csrf } = (await (await fetch('/portal/api/me')).json()) as { csrf: string };
        await fetch('/portal/api/me', {
          method: 'PATCH',
          headers: { 'content-type': 'application/json', 'x-countersign-portal': '1', 'x-csrf-token': csrf },
          body: JSON.stringify({ language: wanted }),
        });
      }, language);
    const { fields } = texts;
    await speak(texts.language);
    await developer.open(`/portal/requests/${filled.requests.wrongSignature}`);
    await developer.see(texts.refusal);
    const unsigned = await client.call({
      method: 'GET',
      path: `/sessions/${filled.approved}/decision`,
      sign: null,
    });
    const requestId = unsigned.headers.get('x-request-id') ?? '';
    // The log is written behind the answers.
    await expect
      .poll(() =>
        developer.page.run(
          async (id: string) => (await fetch(`/portal/api/requests/${id}`)).status,
          requestId,
        ),
      )
      .toBe(200);
    await developer.open(`/portal/requests/${requestId}`);
    await developer.see(texts.missing);
    await developer.open(`/portal/integrations/${integrationId}/sandbox?show=br`);
    await developer.see(texts.persona);
    await developer.open('/portal/webhooks/check');
    await developer.fill(fields.body, '{"status":"success"}');
    const { sharedSecret } = client.access;
    const signature = createHmac('sha256', sharedSecret).update('{"status":"success"}\n').digest('hex');
    await developer.fill(fields.signature, signature);
    await developer.click(fields.check);
    await developer.see(texts.mistake);
    await developer.see(texts.fix);
    await speak('en');
  });

  it('advances time for a test integration, after a confirmation', async () => {
    await developer.open(`/portal/integrations/${stage.integration.integrationId}/sandbox`);
    await developer.click('+ 5 minutes');
    await developer.see('It cannot be undone.');
    await developer.click('Move the clock');
    await developer.see('The clock was advanced by 5 minutes.');
    await developer.see('Dev Tanaka');
    await developer.open(`/portal/integrations/${filled.live}/sandbox`);
    await developer.see('Only for test integrations');
    expect(await developer.has('+ 5 minutes')).toBe(false);
  });

  it('moves through a list by single keys, unless the person is typing or has turned them off', async () => {
    const key = (name: string) =>
      developer.page.run((pressed: string) => {
        (document.activeElement ?? document.body).dispatchEvent(
          new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true }),
        );
        return document.activeElement?.textContent ?? '';
      }, name);
    await developer.open('/portal/sessions');
    await developer.see('rows');
    const ids = await developer.page.run(() =>
      [...document.querySelectorAll<HTMLElement>('tbody th a')].map((link) => link.innerText),
    );
    expect([await key('j'), await key('j'), await key('k')]).toEqual([ids[0], ids[1], ids[0]]);
    await key('/');
    const label = () => developer.page.run(() => document.activeElement?.getAttribute('type') ?? '');
    expect(await label()).toBe('search');
    await key('j');
    expect(await label()).toBe('search');
    await developer.page.run(() => (document.activeElement as HTMLElement).blur());
    await key('?');
    await developer.see('Next row of a list');
    await developer.open('/portal/account');
    await developer.click('Use single keys');
    await expect
      .poll(() =>
        developer.page.run(() => document.querySelector<HTMLInputElement>('input[type=checkbox]')?.checked),
      )
      .toBe(false);
    await developer.open('/portal/sessions');
    await developer.see('rows');
    expect(await key('j')).not.toBe(ids[0]);
  });

  it('saves a filter and its order under a name, without the search text', async () => {
    await developer.open('/portal/sessions?status=declined&order=oldest&q=nothing-like-it');
    await developer.see('No session matches');
    await developer.click('Save view');
    await developer.fill('Name', 'Declined ones');
    await developer.see('it may be personal data');
    await developer.page.run(() =>
      document.querySelector<HTMLFormElement>('[role=dialog] form')!.requestSubmit(),
    );
    await developer.seeNot('it may be personal data');
    await developer.open('/portal/sessions');
    await developer.click('Declined ones');
    await expect.poll(() => developer.address()).toBe('/portal/sessions?status=declined&order=oldest');
    await developer.see('3 rows');
    // Another order is another view.
    await developer.open('/portal/sessions?status=declined&order=newest');
    await developer.see('Save view');
    await developer.open('/portal/sessions?status=declined&order=oldest');
    await developer.see('3 rows');
    expect(await developer.has('Save view')).toBe(false);
    await developer.click('Remove the view Declined ones');
    await expect.poll(() => developer.has('Declined ones')).toBe(false);
  });
});
