import { expect, it } from 'vitest';
import { installationFile } from '../../service/src/runtime/installation-files.ts';
import { startInstallation } from '../src/attack/installation.ts';

it(
  'npm run attack starts an installation with tenants, portal people and gauges',
  { timeout: 300_000 },
  async () => {
    const installation = await startInstallation({
      executable: installationFile('bin/countersign'),
      databaseUrl: null,
      webhookPorts: [],
    });
    try {
      const { portal, tenants, gauges } = installation.target;
      expect(Object.keys(tenants).length).toBeGreaterThan(1);
      expect(portal?.owner.organisationId).not.toBe(portal?.stranger.organisationId);
      expect(gauges).not.toBeNull();
    } finally {
      await installation.stop();
    }
  },
);
