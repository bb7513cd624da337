// G16, G17: time from start to ready, and memory of an idle API process.
const settleMs = 5000;

/** @returns {Promise<import('../report.mjs').Row[]>} */
export async function start({ startInstallation }) {
  const first = await startInstallation({ roles: 'api' });
  await first.service.stop();
  const again = await first.more({ roles: 'api' });
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  const memory = again.memory();
  await again.stop();
  return [
    {
      figure: 'start to ready, new database',
      value: first.service.readyMs / 1000,
      unit: 's',
      goal: { most: 3 },
      note: 'with migrations and the seeded integration',
    },
    { figure: 'start to ready, again', value: again.readyMs / 1000, unit: 's', goal: { most: 3 } },
    {
      figure: 'idle memory of an API process',
      value: memory / 2 ** 20,
      unit: 'MB',
      goal: { most: 150 },
      note: `resident, ${settleMs / 1000} s after ready`,
    },
  ];
}
