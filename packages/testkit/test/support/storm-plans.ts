import type { Canary, SessionPlan } from '../../src/storm/history.ts';
import type { Stage } from '../../src/storm/stage.ts';
import { brazilian, colombian, mexican } from './registry-sessions.ts';

/** Scenarios of spec/registries.md 15.2 to 15.4: one that is approved and one of nobody, for each country. */
const scenarios = [
  { registry: 'BR_CPF', approved: brazilian('12345678900'), unknown: brazilian('12345678901') },
  { registry: 'MX_INE', approved: mexican('999900001'), unknown: mexican('999900002') },
  { registry: 'CO', approved: colombian('9000000001'), unknown: colombian('9000000002') },
] as const;

/** What a storm sends, in turn, and what must be told to nobody but its own integration. */
export interface StormPlans {
  plans: SessionPlan[];
  canaries: Canary[];
}

/** Makes the storm's integrations, while the service is stopped: identity checks twice as often as each registry, and a screening. */
export async function planStorm(stage: Stage): Promise<StormPlans> {
  const plans: SessionPlan[] = [];
  const canaries: Canary[] = [];
  const made = async (name: string, settings: Parameters<Stage['integrate']>[1]) => {
    const { integrationId: _, ...access } = await stage.integrate(name, settings);
    canaries.push({ apiKey: access.apiKey, text: `canary-of-${name}` });
    return access;
  };
  const marked = (name: string, verification: object) => () => ({
    ...verification,
    vendorData: `canary-of-${name}`,
  });
  const access = await made('identity', {});
  const identity: SessionPlan = {
    name: 'forced approval',
    access,
    verification: (n) => ({
      person: { firstName: 'Approve', lastName: `Number${n}` },
      vendorData: 'canary-of-identity',
    }),
    approves: true,
  };
  const screened: SessionPlan = {
    name: 'screened',
    access: await made('screening', { identityVerification: false, watchlistScreening: true }),
    verification: marked('screening', { person: { firstName: 'Nils', lastName: 'Testsanction' } }),
    approves: true,
  };
  for (const { registry, approved, unknown } of scenarios) {
    const own = await made(registry, { registry, identityVerification: false });
    plans.push(
      identity,
      { name: `${registry} approved`, access: own, verification: marked(registry, approved), approves: true },
      {
        name: `${registry} not found`,
        access: own,
        verification: marked(registry, unknown),
        approves: false,
      },
    );
  }
  return { plans: [...plans, screened], canaries };
}
