/**
 * The limits of the interface, each imported where it is enforced; the unit is part of the name. Where an integration can set a limit, this
 * is its default.
 *
 * Two places cannot import `base64CharactersPerImage`; each has its own copy in decoded bytes, and tests compare them:
 * `flowLimits.pictureBytes`, so that the page of the flow does not carry this table, and `largestPicture` of the client library, which has
 * no dependency.
 * @see spec/contract.md A-101, docs/decisions/0215-define-each-limit-once.md
 */
export const limits = {
  sessionLifetimeSeconds: 7 * 86_400,
  /** Without input, after which the page of the flow closes until the person continues. */
  flowInactivitySeconds: 300,
  attemptsPerSession: 10,
  /** How long the decision webhook is held back when a session of the flow becomes `resubmission_requested`. */
  holdSeconds: 300,
  resubmissionWindowSeconds: 300,
  bodyBytes: 1_048_576,
  mediaBodyBytes: 33_554_432,
  /** Everything in a media body except the value of `image.content`. */
  mediaEnvelopeBytes: 65_536,
  base64CharactersPerImage: 25_165_824,
  pixelsPerImage: 50_000_000,
  /** Bytes allowed after the end that a picture's format marks. */
  bytesBehindPicture: 65_536,
  imagesPerAttempt: 50,
  jsonDepth: 32,
  /** Opening brackets and commas in a body, outside strings. */
  jsonValues: 10_000,
  vendorDataCharacters: 1000,
  deletionsPerHour: 5,
  deletionsPerDay: 10,
  feedbackRequestsPerMinute: 1000,
  fraudReportsPerRequest: 100,
  retrievedReportsPerRequest: 10,
  feedbackCommentCharacters: 500,
  webhookAttemptSeconds: 10,
  /** How much of a listener's response is read. */
  webhookResponseBytes: 65_536,
  /** From the due time until delivery of a webhook is abandoned. */
  webhookRetrySeconds: 7 * 86_400,
  watchlistHits: 50,
  /** The largest number that an integration can set. */
  watchlistHitsConfigurable: 500,
  /** Percent; passed at or above. */
  faceThresholdBrazil: 80,
  faceThresholdMexico: 80,
  nameThresholdBrazil: 90,
  /** Percent. */
  nameSimilarityColombia: { approveAbove: 85, declineBelow: 70 },
  sharedSecretKeys: 5,
  pathIdCharacters: { minimum: 20, maximum: 40 },
  /** One advance of the clock of a test integration. */
  clockJumpSeconds: { least: 1, most: 366 * 86_400 },
} as const;
