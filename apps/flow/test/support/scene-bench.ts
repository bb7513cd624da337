import type { Page } from '@countersign/browser-kit';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type FlowBench, startBench } from './flow-page.ts';
import { allScenes, type Scene, showScene } from './scenes.ts';
import type { ScriptedService } from './scripted-service.ts';

/** A page of Chromium for the tests around it, and the scenes that it can show. */
export interface SceneBench {
  readonly page: Page;
  readonly scenes: Scene[];
  /** Shows a scene in place of the one before. */
  show(scene: Scene, language: string): Promise<void>;
}

/** Starts the browser before the tests of a `describe`, and ends it after them. */
export function useSceneBench(): SceneBench {
  let bench: FlowBench;
  let service: ScriptedService | null = null;
  const end = async () => {
    await service?.close();
    service = null;
  };
  beforeAll(async () => {
    bench = await startBench('chromium');
  });
  afterEach(end);
  afterAll(() => bench?.close());
  return {
    get page() {
      return bench.page;
    },
    get scenes() {
      return allScenes(bench.scenes);
    },
    async show(scene, language) {
      await end();
      const options = { ...scene.options, language };
      service = await showScene(bench.page, { ...scene, options }, bench.scenes);
    },
  };
}
