// A separate process for a flood or for its victim: neither may slow down the other, nor the program that measures both.
import { runFlood } from './floods/flood-kinds.ts';
import type { FloodPlan, VictimPlan } from './floods/plans.ts';
import { runVictim } from './floods/victim.ts';

process.once('disconnect', () => process.exit(0));
process.once('message', (plan: FloodPlan | VictimPlan) => {
  const work = plan.role === 'flood' ? runFlood(plan) : runVictim(plan);
  work.then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
  );
});
