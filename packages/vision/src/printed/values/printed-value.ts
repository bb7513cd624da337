/** A text accepted by the pattern of its kind. */
export interface PrintedValue {
  /** Normalised. @see FieldReading.value */
  value: string;
  /** Number of characters that had to be replaced. */
  repaired: number;
  /** True when a check digit confirms it. */
  confirmed: boolean;
}
