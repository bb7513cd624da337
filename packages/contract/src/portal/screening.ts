import { type Static, Type } from 'typebox';
import { hitMatchStatuses, riskLevels } from '../watchlist-review.ts';
import { HitExplanation, monitorStatuses, reviewStatuses, screeningLists } from '../watchlist.ts';
import { closed, instant, oneOf, orNull, paging, uuid, words } from './form.ts';

const text = Type.String();
const texts = Type.Array(text);

/** A listed person's entry. Dates are as precise as the source. */
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
      /** Reference number, measure, office, relation to an office holder, or headline, as in the source. */
      title: orNull(text),
      snippet: orNull(text),
    }),
  ),
});

/** A decision about a hit. */
const PortalHitDecision = closed({
  at: instant,
  /** As in the audit log; portal users by name. */
  actor: text,
  from: oneOf(hitMatchStatuses),
  to: oneOf(hitMatchStatuses),
  riskLevel: orNull(oneOf(riskLevels)),
  /** Free text; `null` when there is none, and for readers who may not write notes. */
  note: orNull(text),
});

const TranslatedExplanation = closed({
  summary: text,
  /** Result for each row of the evidence, in its order. */
  relations: texts,
});

/** An explanation, with its texts in the other languages of the portal. */
const PortalHitExplanation = Type.Object({
  ...HitExplanation.properties,
  translations: closed({ es: TranslatedExplanation, 'pt-BR': TranslatedExplanation }),
});

export const PortalHit = closed({
  id: uuid,
  /** Hits with the same number are evidently one listed person, and are adjacent. @see spec/contract.md A-410 */
  group: Type.Integer({ minimum: 0 }),
  /** Masked unless revealed. */
  name: text,
  matchStatus: oneOf(hitMatchStatuses),
  riskLevel: orNull(oneOf(riskLevels)),
  current: Type.Boolean(),
  /** 0 to 100. */
  score: Type.Number({ minimum: 0, maximum: 100 }),
  /** Contains data of both sides: `null` unless revealed, and for hits found before explanations existed. */
  explanation: orNull(PortalHitExplanation),
  /** `null` unless revealed. */
  listed: orNull(PortalListedPerson),
  /** Newest first. */
  history: Type.Array(PortalHitDecision),
});

/** A hit at one point in time. */
const PortalHitSide = closed({
  /** Masked unless revealed. */
  name: text,
  /** 0 to 100. */
  score: Type.Number({ minimum: 0, maximum: 100 }),
  /** `null` unless revealed. */
  listed: orNull(PortalListedPerson),
});

/** Changes monitoring found in one hit since the last acknowledgement, before and after. */
export const PortalHitChange = closed({
  /** When the first change was found. */
  at: instant,
  kinds: Type.Array(oneOf(['appeared', 'disappeared', 'listings', 'facts', 'band'])),
  /** `null`: it was not a hit, or its earlier state is not known. */
  before: orNull(PortalHitSide),
  /** `null`: it is no longer a hit. */
  after: orNull(PortalHitSide),
});

/** The name and filters the lists were searched with. */
const PortalSearchTerm = closed({
  /** Masked unless revealed. */
  name: text,
  /** `YYYY`; `null` unless revealed, or if not known. */
  year: orNull(text),
  lists: Type.Array(oneOf(screeningLists)),
  /** ISO 3166-1 alpha-2, including the person's; empty unless revealed, and without a filter. */
  countries: texts,
  exactMatch: Type.Boolean(),
  matchThreshold: Type.Integer(),
  excludeDeceased: Type.Boolean(),
});

/** Who has taken a screening, so that two people do not decide the same hits. Others may still decide them. */
export const PortalAssignment = closed({
  /** `null`: not assigned, or the assignee may no longer decide its hits. */
  assignee: orNull(closed({ id: uuid, name: text, since: instant })),
  /** Increases with every change, from 0; an update names the version it is based on. */
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
  /** Monitoring found changes that are not acknowledged yet. */
  hasUnacknowledgedChanges: Type.Boolean(),
  monitorStatus: oneOf(monitorStatuses),
  totalHits: Type.Integer(),
  screenedAt: orNull(instant),
  /** `null` if there is no result. */
  term: orNull(PortalSearchTerm),
  hits: Type.Array(PortalHit),
  /** Changes not acknowledged yet. */
  changes: Type.Array(PortalHitChange),
  /** The viewer may decide hits. */
  canDecide: Type.Boolean(),
  assignment: PortalAssignment,
  /** People to whom the viewer may assign it, by name; empty for viewers who may only take it themselves. */
  assignable: Type.Array(closed({ id: uuid, name: text })),
});

/** A decision about a hit. @see spec/contract.md A-70 */
export const PortalHitReviewRequest = closed({
  matchStatus: oneOf(hitMatchStatuses),
  /** Required with `true_match`, otherwise `null`. */
  riskLevel: orNull(oneOf(riskLevels)),
  /** For colleagues; never leaves the portal. */
  note: Type.Optional(orNull(words(4_000))),
  /**
   * The hit as the page showed it: if its decision has changed since, it is left unchanged. Absent: the hit is decided in any case.
   * @see spec/contract.md A-353
   */
  seen: Type.Optional(closed({ matchStatus: oneOf(hitMatchStatuses), riskLevel: orNull(oneOf(riskLevels)) })),
});
/** Nothing is decided yet: a second person must confirm it. */
export const PortalHitProposed = closed({ proposed: Type.Literal(true) });
export type PortalHitProposed = Static<typeof PortalHitProposed>;
export type PortalHitReviewRequest = Static<typeof PortalHitReviewRequest>;

/** What a screening needs next. Each is in exactly one lane; `changed` takes precedence over all others. */
export const screeningLanes = ['changed', 'open', 'in_progress', 'reviewed', 'no_match'] as const;
export type ScreeningLane = (typeof screeningLanes)[number];

/** Query of `GET /screening`. */
export const PortalScreeningQuery = closed({
  integration: Type.Optional(uuid),
  /** Absent: `open`. */
  lane: Type.Optional(oneOf(screeningLanes)),
  /** Screenings the viewer has taken, or unassigned ones; absent: all. */
  assignee: Type.Optional(oneOf(['me', 'none'])),
  ...paging,
});
export type PortalScreeningQuery = Static<typeof PortalScreeningQuery>;

/** Format of a screening's evidence; absent: `html`. */
export const PortalEvidenceQuery = closed({ form: Type.Optional(oneOf(['html', 'json'])) });
export type PortalEvidenceQuery = Static<typeof PortalEvidenceQuery>;

/** One lane of screenings, with the counts of all lanes. */
export const PortalScreeningQueue = closed({
  lanes: Type.Array(
    closed({
      lane: oneOf(screeningLanes),
      count: Type.Integer(),
      /** There may be more than were counted. */
      more: Type.Boolean(),
      /** When the oldest one counted entered the lane; `null` if there is none. */
      oldest: orNull(instant),
    }),
  ),
  rows: Type.Array(
    closed({
      sessionId: uuid,
      integrationId: uuid,
      status: oneOf(['in_progress', ...reviewStatuses]),
      totalHits: Type.Integer(),
      /** Hits without a decision. */
      undecided: Type.Integer(),
      monitorStatus: oneOf(monitorStatuses),
      assignment: PortalAssignment,
      /** When the result was found; without a result, when the screening began. */
      since: instant,
    }),
  ),
  next: orNull(text),
});
export type PortalScreeningQueue = Static<typeof PortalScreeningQueue>;
