import { type Static, Type } from 'typebox';
import { hitMatchStatuses, riskLevels } from '../watchlist-review.ts';
import { HitExplanation, monitorStatuses, reviewStatuses, screeningLists } from '../watchlist.ts';
import { closed, instant, oneOf, orNull, paging, uuid, words } from './form.ts';

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
      /** Reference number, measure, office, tie to an office holder or headline, as the source has it. */
      title: orNull(text),
      snippet: orNull(text),
    }),
  ),
});

/** A decision about a hit. */
const PortalHitDecision = closed({
  at: instant,
  /** As the audit log has it; people of the portal by their name. */
  actor: text,
  from: oneOf(hitMatchStatuses),
  to: oneOf(hitMatchStatuses),
  riskLevel: orNull(oneOf(riskLevels)),
  /** A person's own words; `null` without, and for people who write no notes. */
  note: orNull(text),
});

const TranslatedExplanation = closed({
  summary: text,
  /** What became of each row of the evidence, in its order. */
  relations: texts,
});

/** An explanation with its words in the other languages of the portal. */
const PortalHitExplanation = Type.Object({
  ...HitExplanation.properties,
  translations: closed({ es: TranslatedExplanation, 'pt-BR': TranslatedExplanation }),
});

export const PortalHit = closed({
  id: uuid,
  /** Hits of one number evidently are one listed person, and follow each other. @see spec/contract.md A-410 */
  group: Type.Integer({ minimum: 0 }),
  /** Masked unless revealed. */
  name: text,
  matchStatus: oneOf(hitMatchStatuses),
  riskLevel: orNull(oneOf(riskLevels)),
  current: Type.Boolean(),
  /** 0 to 100. */
  score: Type.Number({ minimum: 0, maximum: 100 }),
  /** Holds data of both sides: `null` unless revealed, and for hits from before there were explanations. */
  explanation: orNull(PortalHitExplanation),
  /** `null` unless revealed. */
  listed: orNull(PortalListedPerson),
  /** Newest first. */
  history: Type.Array(PortalHitDecision),
});

/** A hit at one moment. */
const PortalHitSide = closed({
  /** Masked unless revealed. */
  name: text,
  /** 0 to 100. */
  score: Type.Number({ minimum: 0, maximum: 100 }),
  /** `null` unless revealed. */
  listed: orNull(PortalListedPerson),
});

/** What monitoring found about one hit since somebody acknowledged, before and after. */
export const PortalHitChange = closed({
  /** When the first of the changes was found. */
  at: instant,
  kinds: Type.Array(oneOf(['appeared', 'disappeared', 'listings', 'facts', 'band'])),
  /** `null`: it was no hit, or what it was is not known. */
  before: orNull(PortalHitSide),
  /** `null`: it is none any more. */
  after: orNull(PortalHitSide),
});

/** Whom and how the lists were searched for. */
const PortalSearchTerm = closed({
  /** Masked unless revealed. */
  name: text,
  /** `YYYY`; `null` unless revealed, and where it is not known. */
  year: orNull(text),
  lists: Type.Array(oneOf(screeningLists)),
  /** ISO 3166-1 alpha-2, with those of the person; empty unless revealed, and without a filter. */
  countries: texts,
  exactMatch: Type.Boolean(),
  matchThreshold: Type.Integer(),
  excludeDeceased: Type.Boolean(),
});

/** Who has taken a screening, so that two people do not decide the same hits. Others may decide them all the same. */
export const PortalAssignment = closed({
  /** `null`: it is free; also where the person may no longer decide its hits. */
  assignee: orNull(closed({ id: uuid, name: text, since: instant })),
  /** Rises with every change, from 0; a change names the one it saw. */
  version: Type.Integer({ minimum: 0 }),
});

/** `null` releases. */
export const PortalAssigneeChange = closed({
  userId: orNull(uuid),
  version: Type.Integer({ minimum: 0 }),
});
export type PortalAssigneeChange = Static<typeof PortalAssigneeChange>;

export const PortalScreening = closed({
  status: oneOf(['in_progress', ...reviewStatuses]),
  /** Monitoring found changes that are not acknowledged. */
  hasUnacknowledgedChanges: Type.Boolean(),
  monitorStatus: oneOf(monitorStatuses),
  totalHits: Type.Integer(),
  screenedAt: orNull(instant),
  /** `null` without a result. */
  term: orNull(PortalSearchTerm),
  hits: Type.Array(PortalHit),
  /** Changes that are not acknowledged. */
  changes: Type.Array(PortalHitChange),
  /** The viewer may decide hits. */
  canDecide: Type.Boolean(),
  assignment: PortalAssignment,
  /** People whom the viewer may give it to, by name; none for people who take for themselves only. */
  assignable: Type.Array(closed({ id: uuid, name: text })),
});

/** A decision about a hit. @see spec/contract.md A-70 */
export const PortalHitReviewRequest = closed({
  matchStatus: oneOf(hitMatchStatuses),
  /** With `true_match` only, and always then. */
  riskLevel: orNull(oneOf(riskLevels)),
  /** For colleagues; stays in the portal. */
  note: Type.Optional(orNull(words(4_000))),
  /**
   * What the page showed of the hit: a hit that has another decision by now is left as it is. Absent: decided whatever it is.
   * @see spec/contract.md A-353
   */
  seen: Type.Optional(closed({ matchStatus: oneOf(hitMatchStatuses), riskLevel: orNull(oneOf(riskLevels)) })),
});
/** Nothing is decided: a second person has to confirm it. */
export const PortalHitProposed = closed({ proposed: Type.Literal(true) });
export type PortalHitProposed = Static<typeof PortalHitProposed>;
export type PortalHitReviewRequest = Static<typeof PortalHitReviewRequest>;

/** What is to be done with a screening: every one is in one lane, that of changes before all others. */
export const screeningLanes = ['changed', 'open', 'in_progress', 'reviewed', 'no_match'] as const;
export type ScreeningLane = (typeof screeningLanes)[number];

/** Query of `GET /screening`. */
export const PortalScreeningQuery = closed({
  integration: Type.Optional(uuid),
  /** Absent: `open`. */
  lane: Type.Optional(oneOf(screeningLanes)),
  /** Screenings that the viewer has taken, or those that are free; absent: all. */
  assignee: Type.Optional(oneOf(['me', 'none'])),
  ...paging,
});
export type PortalScreeningQuery = Static<typeof PortalScreeningQuery>;

/** In which form the evidence of a screening is stored; absent: `html`. */
export const PortalEvidenceQuery = closed({ form: Type.Optional(oneOf(['html', 'json'])) });
export type PortalEvidenceQuery = Static<typeof PortalEvidenceQuery>;

/** One lane of screenings with the counts of all. */
export const PortalScreeningQueue = closed({
  lanes: Type.Array(
    closed({
      lane: oneOf(screeningLanes),
      count: Type.Integer(),
      /** There may be more than were counted. */
      more: Type.Boolean(),
      /** Since when the oldest that was counted is there; `null` without any. */
      oldest: orNull(instant),
    }),
  ),
  rows: Type.Array(
    closed({
      sessionId: uuid,
      integrationId: uuid,
      status: oneOf(['in_progress', ...reviewStatuses]),
      totalHits: Type.Integer(),
      /** Hits that are not decided. */
      undecided: Type.Integer(),
      monitorStatus: oneOf(monitorStatuses),
      assignment: PortalAssignment,
      /** When the result was found; of a screening without one when it began. */
      since: instant,
    }),
  ),
  next: orNull(text),
});
export type PortalScreeningQueue = Static<typeof PortalScreeningQueue>;
