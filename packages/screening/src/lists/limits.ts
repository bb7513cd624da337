/** How much of a source is read before it is refused. Bytes unless another unit is given. */
export interface Limits {
  file: number;
  /** A line, a CSV row or an XML record. */
  record: number;
  /** Unpacked to packed. */
  ratio: number;
  text: number;
  attribute: number;
  /** Open elements. */
  depth: number;
  namesPerEntity: number;
  /** Code points. */
  name: number;
}

const mega = 1024 * 1024;

/** Caps for official lists and files of an operator. */
export const usualLimits: Limits = {
  file: 512 * mega,
  record: 16 * mega,
  ratio: 100,
  text: mega,
  attribute: 64 * 1024,
  depth: 64,
  namesPerEntity: 5000,
  name: 512,
};

/** Caps for FollowTheMoney exports, which are far larger. */
export const exportLimits: Limits = { ...usualLimits, file: 8192 * mega };
