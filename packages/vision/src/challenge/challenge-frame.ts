/** One frame of a challenge film. */
export interface ChallengeFrame {
  /** Milliseconds since the first frame, by the recorder's clock. */
  at: number;
  /** JPEG, PNG or WebP. */
  bytes: Uint8Array;
}
