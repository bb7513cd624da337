// How many people with their own, genuine documents are approved, and the outcomes of the others.
import { decideOne } from '../decide-one.mjs';
import { rateLimits } from '../report.mjs';
import { drawCase } from './verification.mjs';

/** Documents, with a description of their holders. */
const documents = {
  td3: 'passport',
  td1: 'identity card',
  td2: 'old identity card',
  'mx-ine': 'Mexican voter card',
  'co-yellow': 'yellow Colombian card',
  'co-digital': 'digital Colombian card',
  'us-licence': 'licence of an American state',
  'br-cnh': 'Brazilian licence',
  'uto-licence': 'licence without zone and code',
  'uto-permit': 'permit without zone and code',
};
/** Conditions of worse pictures, used in turn. */
const worse = ['dim', 'tilt', 'small', 'glare', 'sideways', 'blur'];
/** First of the seeds on which nothing was tuned. */
const firstSeed = 201;
const goal = 95;

function rowOf(figure, outcomes) {
  const right = outcomes.filter((outcome) => outcome === 'approved').length;
  const others = new Map();
  for (const outcome of outcomes)
    if (outcome !== 'approved') others.set(outcome, (others.get(outcome) ?? 0) + 1);
  return {
    figure,
    value: (100 * right) / outcomes.length,
    unit: '%',
    count: { right, of: outcomes.length },
    limits: rateLimits(right, outcomes.length),
    goal: { least: goal },
    note: [...others].map(([outcome, count]) => `${count} ${outcome}`).join(', '),
  };
}

/**
 * `--only KIND,…` selects documents, `--count N` sets the number of people per document.
 * @returns {Promise<import('../report.mjs').Row[]>}
 */
export async function honest({ database, startInstallation, quick, count, only }) {
  const people = Number(count ?? (quick ? 2 : 12));
  const kinds = only === undefined ? Object.keys(documents) : only.split(',');
  const unknown = kinds.filter((kind) => !(kind in documents));
  if (unknown.length > 0)
    throw new Error(
      `--only: must name documents of ${Object.keys(documents).join(', ')}; got ${unknown.join(', ')}`,
    );
  const { service, access } = await startInstallation();
  const work = { port: service.port, access, database };
  const rows = [];
  for (const kind of kinds) {
    const [typical, others] = [[], []];
    for (let at = 0; at < people; at += 1) {
      const of = { seed: firstSeed + at, kind };
      const drawn = await drawCase({ ...of, condition: 'typical' });
      typical.push(await decideOne(work, drawn.pictures));
      const badly = await drawCase({ ...of, condition: worse[at % worse.length] });
      others.push(await decideOne(work, badly.pictures));
    }
    rows.push(rowOf(`${documents[kind]}, a typical picture: approved`, typical));
    rows.push({ ...rowOf(`${documents[kind]}, a worse one: approved`, others), goal: {} });
  }
  await service.stop();
  return rows;
}
