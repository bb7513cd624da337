import { type Static, Type } from 'typebox';
import { hitMatchStatuses, riskLevels } from '../watchlist-review.ts';
import { HitExplanation, monitorStatuses, reviewStatuses, screeningLists } from '../watchlist.ts';
import { closed, instant, oneOf, orNull, uuid } from './form.ts';

const text = Type.String();
const texts = Type.Array(text);

/** What the lists have about a listed person. Dates as precise as the source. */
export const PortalListedPerson = closed({
  aka: texts,
  /** English short names. */
  countries: texts,
  dateOfBirth: orNull(text),
  dateOfDeath: orNull(text),
  positions: texts,
  listings: Type.Array(
    closed({
      list: oneOf(screeningLists),
      sourceName: text,
      url: orNull(text),
      programme: orNull(text),
      date: orNull(text),
      snippet: orNull(text),
    }),
  ),
});

export const PortalHit = closed({
  id: uuid,
  /** Masked unless revealed. */
  name: text,
  matchStatus: oneOf(hitMatchStatuses),
  riskLevel: orNull(oneOf(riskLevels)),
  current: Type.Boolean(),
  /** 0 to 100. */
  score: Type.Number({ minimum: 0, maximum: 100 }),
  /** Holds data of both sides: `null` unless revealed, and for hits from before there were explanations. */
  explanation: orNull(HitExplanation),
  /** `null` unless revealed. */
  listed: orNull(PortalListedPerson),
});

export const PortalScreening = closed({
  status: oneOf(['in_progress', ...reviewStatuses]),
  /** Monitoring found changes that nobody has acknowledged. */
  hasUnacknowledgedChanges: Type.Boolean(),
  monitorStatus: oneOf(monitorStatuses),
  totalHits: Type.Integer(),
  screenedAt: orNull(instant),
  hits: Type.Array(PortalHit),
  /** The viewer may decide hits. */
  canDecide: Type.Boolean(),
});

/** A decision about a hit. @see spec/contract.md A-70 */
export const PortalHitReviewRequest = closed({
  matchStatus: oneOf(hitMatchStatuses),
  /** With `true_match` only, and always then. */
  riskLevel: orNull(oneOf(riskLevels)),
});
/** Nothing is decided: a second person has to confirm it. */
export const PortalHitProposed = closed({ proposed: Type.Literal(true) });
export type PortalHitProposed = Static<typeof PortalHitProposed>;
export type PortalHitReviewRequest = Static<typeof PortalHitReviewRequest>;
