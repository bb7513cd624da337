/** A text that its kind's pattern accepts. */
export interface PrintedValue {
  /** Normalised. @see FieldReading.value */
  value: string;
  /** How many characters had to be taken for another. */
  repaired: number;
  /** True when a check digit confirms it. */
  confirmed: boolean;
}
