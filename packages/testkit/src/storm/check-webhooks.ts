import { acknowledged, type Evidence, type Receipt, type Violation } from './history.ts';

/** Deliveries: I3, I4, I5, and that each transition of a screening is sent once (I12). */
export const checkWebhooks = (evidence: Evidence): Violation[] => [
  ...receiptsThemselves(evidence),
  ...deliveredOnce(evidence),
  ...deliveredRows(evidence),
  ...agreesWithGet(evidence),
  ...screeningsDelivered(evidence),
];

function receiptsThemselves({ receipts }: Evidence): Violation[] {
  const found: Violation[] = [];
  const bytesOf = new Map<string, string>();
  for (const { id, sha256, verified } of receipts) {
    if (!verified) found.push({ invariant: 'I4', detail: `webhook ${id} did not verify` });
    if ((bytesOf.get(id) ?? sha256) !== sha256)
      found.push({ invariant: 'I4', detail: `webhook ${id} changed its bytes` });
    bytesOf.set(id, sha256);
  }
  return found;
}

/** Each decision of a session is sent in exactly one webhook, unless that was withdrawn. */
function deliveredOnce({ history, receipts, remains }: Evidence): Violation[] {
  const ids = new Map<string, Set<string>>();
  for (const { type, sessionId, id } of receipts)
    if (type === 'decision') ids.set(sessionId, (ids.get(sessionId) ?? new Set()).add(id));
  const stored = new Map(remains.sessions.map((session) => [session.id, session]));
  const withdrawn = new Map<string, number>();
  for (const { type, sessionId, state } of remains.webhooks)
    if (type === 'decision' && state === 'withdrawn')
      withdrawn.set(sessionId, (withdrawn.get(sessionId) ?? 0) + 1);
  return acknowledged(history, 'submit').flatMap(({ sessionId }) => {
    const session = stored.get(sessionId ?? '');
    if (!session || session.erased) return [];
    const expected = session.decisions.length - (withdrawn.get(session.id) ?? 0);
    const delivered = ids.get(session.id)?.size ?? 0;
    return delivered === expected
      ? []
      : [
          {
            invariant: 'I4',
            detail: `session ${sessionId} was told in ${delivered} decision webhooks instead of ${expected}`,
          },
        ];
  });
}

function deliveredRows({ receipts, remains }: Evidence): Violation[] {
  const received = new Set(receipts.map(({ id }) => id));
  const found: Violation[] = [];
  const erased = new Set(remains.sessions.filter((session) => session.erased).map(({ id }) => id));
  for (const { id, sessionId, state } of remains.webhooks) {
    if (state === 'due' || state === 'failed')
      found.push({ invariant: 'I4', detail: `webhook ${id} is ${state}` });
    if (state === 'delivered' && !received.has(id))
      found.push({ invariant: 'I4', detail: `webhook ${id} counts as delivered and was not received` });
    // A deletion also withdraws webhooks that are being sent: one may have arrived before the deletion was acknowledged.
    if (state === 'withdrawn' && received.has(id) && !erased.has(sessionId))
      found.push({ invariant: 'I5', detail: `webhook ${id} was withdrawn and sent` });
  }
  const rows = new Set(remains.webhooks.map(({ id }) => id));
  for (const id of received)
    if (!rows.has(id)) found.push({ invariant: 'I5', detail: `webhook ${id} was sent and is not recorded` });
  return found;
}

/** GET decision returns what was sent, regardless of restarts. */
function agreesWithGet({ receipts, answers, remains }: Evidence): Violation[] {
  const found: Violation[] = [];
  const newest = new Map<string, Receipt>();
  const erased = new Set(remains.sessions.filter((session) => session.erased).map(({ id }) => id));
  for (const receipt of receipts) {
    const { type, id, sessionId, sha256 } = receipt;
    if (type !== 'decision' || erased.has(sessionId)) continue;
    newest.set(sessionId, receipt);
    if (!answers.shown.get(sessionId)?.has(sha256))
      found.push({
        invariant: 'I5',
        detail: `webhook ${id} tells of ${sessionId} what GET decision never showed`,
      });
  }
  for (const { id, decisions } of remains.sessions.filter((session) => !session.erased)) {
    const shown = answers.shown.get(id)?.size ?? 0;
    if (shown > decisions.length)
      found.push({
        invariant: 'I3',
        detail: `GET decision of ${id} showed ${shown} bodies of ${decisions.length} decisions`,
      });
  }
  for (const [sessionId, { id, sha256 }] of newest) {
    const isOnly = (answers.shown.get(sessionId)?.size ?? 0) <= 1;
    if (isOnly && answers.decisions.get(sessionId) !== sha256)
      found.push({ invariant: 'I3', detail: `webhook ${id} differs from GET decision of ${sessionId}` });
  }
  return found;
}

function screeningsDelivered({ receipts }: Evidence): Violation[] {
  const last = new Map<string, Receipt>();
  const found: Violation[] = [];
  for (const receipt of receipts.filter(({ type }) => type === 'watchlist')) {
    const before = last.get(receipt.sessionId);
    if (before && before.id !== receipt.id && before.sha256 === receipt.sha256)
      found.push({
        invariant: 'I12',
        detail: `webhooks ${before.id} and ${receipt.id} tell of one transition`,
      });
    last.set(receipt.sessionId, receipt);
  }
  return found;
}
