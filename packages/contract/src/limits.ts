/**
 * The limits of the interface; the unit is part of the name. Configurable ones are defaults.
 * @see spec/contract.md A-101
 */
export const limits = {
  sessionLifetimeSeconds: 7 * 86_400,
  flowInactivitySeconds: 300,
  attemptsPerSession: 10,
  /** Decision webhook of a flow-fed `resubmission_requested`. */
  holdSeconds: 300,
  resubmissionWindowSeconds: 300,
  /** Expiry takes effect within this time. */
  expiryDelaySeconds: 60,
  bodyBytes: 1_048_576,
  mediaBodyBytes: 33_554_432,
  /** Of a media body, everything but the inside of `image.content`. */
  mediaEnvelopeBytes: 65_536,
  base64CharactersPerImage: 25_165_824,
  pixelsPerImage: 50_000_000,
  /** Behind the end that a picture's format marks. */
  bytesBehindPicture: 65_536,
  imagesPerAttempt: 50,
  pdfBytes: 20 * 1_048_576,
  pdfPages: 5,
  /** Longest side at which pictures are analysed. */
  analysedSidePixels: 1920,
  jsonDepth: 32,
  /** Opening brackets and commas of a body, outside strings. */
  jsonValues: 10_000,
  vendorDataCharacters: 1000,
  deletionsPerHour: 5,
  deletionsPerDay: 10,
  feedbackRequestsPerMinute: 1000,
  fraudReportsPerRequest: 100,
  retrievedReportsPerRequest: 10,
  feedbackCommentCharacters: 500,
  webhookAttemptSeconds: 10,
  /** Response bytes read from a listener. */
  webhookResponseBytes: 65_536,
  webhookRetrySeconds: 7 * 86_400,
  webhookUrlCharacters: 2048,
  watchlistHits: 50,
  watchlistHitsConfigurable: 500,
  matchThreshold: { minimum: 0, maximum: 100 },
  /** Percent; passed at or above. */
  faceThresholdBrazil: 80,
  faceThresholdMexico: 80,
  nameThresholdBrazil: 90,
  /** Percent: approved above the first, declined below the second. */
  nameSimilarityColombia: { approveAbove: 85, declineBelow: 70 },
  sharedSecretKeys: 5,
  sharedSecretCharacters: { minimum: 32, maximum: 128 },
  pathIdCharacters: { minimum: 20, maximum: 40 },
  /** One jump of the clock of a test integration. */
  clockJumpSeconds: { least: 1, most: 366 * 86_400 },
  idempotencyKeyCharacters: { minimum: 1, maximum: 255 },
  idempotencySeconds: 86_400,
  /** How long a repeated request waits for the first one. */
  idempotencyWaitSeconds: 5,
  /** Pixels, width × height. */
  embeddedFlow: { minimum: { width: 600, height: 680 }, optimal: { width: 800, height: 800 } },
} as const;
