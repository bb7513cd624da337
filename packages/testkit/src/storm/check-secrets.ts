import type { Evidence, Violation } from './history.ts';

/** Access, keys, limits and resource usage of the processes: I9, I10, I11, I13, I14. */
export const checkSecrets = (evidence: Evidence): Violation[] => [
  ...erasedIsGone(evidence),
  ...oneMaster(evidence),
  ...ownAnswersOnly(evidence),
  ...limitsHold(evidence),
  ...nothingLeaks(evidence),
];

function erasedIsGone({ remains, erased = [] }: Evidence): Violation[] {
  return remains.stored.flatMap(({ place, text }) =>
    erased
      .filter((value) => text.includes(value) || text.includes(Buffer.from(value).toString('base64')))
      .map((value) => ({ invariant: 'I9', detail: `${value} of an erased session stands in ${place}` })),
  );
}

const mostKeys = 5;

function oneMaster({ remains }: Evidence): Violation[] {
  return remains.keys
    .filter(({ masters, count }) => masters !== 1 || count > mostKeys)
    .map(({ integrationId, masters, count }) => ({
      invariant: 'I10',
      detail: `integration ${integrationId} has ${count} keys, ${masters} of them master`,
    }));
}

function ownAnswersOnly({ answers, canaries = [] }: Evidence): Violation[] {
  return answers.bodies.flatMap(({ apiKey, text }) =>
    canaries
      .filter((canary) => canary.apiKey !== apiKey && text.includes(canary.text))
      .map((canary) => ({
        invariant: 'I11',
        detail: `${apiKey} was told ${canary.text} of ${canary.apiKey}`,
      })),
  );
}

/** A bucket that was full lets one additional window through, once. */
function limitsHold({ limited = [] }: Evidence): Violation[] {
  return limited.flatMap(({ perSecond, acceptedAt }) => {
    const times = acceptedAt.toSorted((a, b) => a - b);
    const most = Math.max(
      0,
      ...times.map((start) => times.filter((time) => time >= start && time < start + 1_000).length),
    );
    return most > 2 * perSecond
      ? [{ invariant: 'I13', detail: `${most} requests passed within a second, ${perSecond} may` }]
      : [];
  });
}

/**
 * The number of keep-alive sockets and idle database connections fluctuates, but not by the number of a storm's requests, as a
 * leak would.
 */
const descriptorMargin = 16;

function nothingLeaks({ usage }: Evidence): Violation[] {
  if (!usage) return [];
  const { before, after } = usage;
  const found: Violation[] = [];
  if (after.rssBytes > before.rssBytes * 1.2)
    found.push({
      invariant: 'I14',
      detail: `memory went from ${before.rssBytes} to ${after.rssBytes} bytes`,
    });
  if (after.descriptors > before.descriptors + descriptorMargin)
    found.push({
      invariant: 'I14',
      detail: `descriptors went from ${before.descriptors} to ${after.descriptors}`,
    });
  return found;
}
