import { browserNames, isInstalled } from '@countersign/browser-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chosen, type FlowBench, startBench } from './support/flow-page.ts';
import { onScreen } from './support/person.ts';

const titles = { chromium: 'Chromium', firefox: 'Firefox', webkit: 'WebKit' };

for (const name of browserNames)
  describe.skipIf(!isInstalled(name))(
    `the flow when files of it are lost on the way (${titles[name]})`,
    () => {
      let bench: FlowBench;
      beforeAll(async () => {
        bench = await startBench(name);
      });
      afterAll(() => bench?.close());

      it.each([
        ['texts', /^words-/],
        ['texts of the camera', /^camera-words-/],
        ['code of the camera', /^step-/],
      ])('loads its %s again when the network is back', async (_what, file) => {
        let lostAt: number | null = null;
        const isGone = () => lostAt !== null && performance.now() < lostAt + 1_500;
        await bench.open({
          camera: { permission: 'prompt' },
          given: (service) => {
            chosen(service);
            service.fault = () => (isGone() ? 'lose-request' : null);
            service.loseFile = (each) => {
              if (file.test(each)) lostAt ??= performance.now();
              return file.test(each) && isGone();
            };
          },
        });
        expect(await onScreen(bench.page, 'F4', 'F14')).toBe('F4');
        expect([lostAt === null, isGone()]).toEqual([false, false]);
      });

      it('loads once more, and shows that it failed, where code of it never comes', async () => {
        const service = await bench.open({
          camera: { permission: 'prompt' },
          given: (each) => {
            chosen(each);
            each.loseFile = (file) => file.startsWith('step-');
          },
        });
        expect(await onScreen(bench.page, 'F4', 'F14')).toBe('F14');
        expect(service.requests.filter((each) => each === 'POST /enter')).toHaveLength(2);
      });
    },
  );
