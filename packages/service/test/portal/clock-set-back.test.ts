import { expect, it } from 'vitest';
import { describeApiOnce } from '../support/describe-api.ts';
import { describeAlone } from '../support/engines.ts';
import { addPerson, goodPassword, me, openBrowser } from '../support/portal-browser.ts';

describeApiOnce(
  'the portal after the database clock was ten years ahead and was corrected (S16)',
  (given) => {
    const ahead = { days: 3_652 };
    const back = { days: -3_652 };

    it('rejects sign-ins made in the future, and accepts earlier ones again', async () => {
      const { api, clock } = given;
      const before = await addPerson(api, { role: 'viewer' });
      await clock.advance(ahead);
      expect((await before.browser.get('/me')).status).toBe(401);
      const during = await addPerson(api, { role: 'viewer' });
      expect((await during.browser.get('/me')).status).toBe(200);
      await clock.advance(back);
      expect((await during.browser.get('/me')).status).toBe(401);
      expect((await before.browser.get('/me')).status).toBe(200);
      expect((await before.browser.get('/sign-ins')).json.rows).toHaveLength(1);
    });

    it('accepts no confirmation made in the future', async () => {
      const { api, clock } = given;
      const viewer = await addPerson(api, { role: 'viewer' });
      await clock.advance({ minutes: 20 });
      expect((await viewer.stepUp()).status).toBe(200);
      expect((await me(viewer.browser)).steppedUpUntil).not.toBeNull();
      await clock.advance({ minutes: -20 });
      expect((await me(viewer.browser)).steppedUpUntil).toBeNull();
      expect((await viewer.stepUp()).status).toBe(200);
      expect((await me(viewer.browser)).steppedUpUntil).not.toBeNull();
    });

    it('does not extend a lockout into that future, and counts wrong passwords afresh', async () => {
      const { api, clock } = given;
      const { email } = await addPerson(api, { role: 'viewer' });
      const attempt = async (password: string) =>
        (await openBrowser(api).post('/sign-in', { email, password })).status;
      const failures = async () => {
        const statuses = [];
        for (let at = 0; at < 7; at += 1) statuses.push(await attempt('not the password'));
        return statuses;
      };
      const counted = [401, 401, 401, 401, 401, 401, 429];
      await clock.advance(ahead);
      expect(await failures()).toEqual(counted);
      await clock.advance(back);
      expect(await failures()).toEqual(counted);
      await clock.advance({ seconds: 16 });
      expect(await attempt(goodPassword)).toBe(200);
    });
  },
  { on: describeAlone },
);
