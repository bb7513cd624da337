/** One frame of the film a challenge was recorded as. */
export interface ChallengeFrame {
  /** Milliseconds since the first frame, by the recorder's clock. */
  at: number;
  /** JPEG, PNG or WebP. */
  bytes: Uint8Array;
}
