/** A measured property with a stable code; whether it is good enough is policy. */
export interface QualityFinding {
  code: string;
  value: number;
  /** `image`, `face`, `card`, `mrz`, `portrait`. */
  region: string;
}
