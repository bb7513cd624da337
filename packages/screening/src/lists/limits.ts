/** Limits on the size of a source, beyond which it is rejected. In bytes unless another unit is given. */
export interface Limits {
  file: number;
  /** A line, a CSV row or an XML record. */
  record: number;
  /** Maximum ratio of unpacked to packed size. */
  ratio: number;
  text: number;
  attribute: number;
  /** Maximum number of open elements. */
  depth: number;
  namesPerEntity: number;
  /** Code points. */
  name: number;
}

const mega = 1024 * 1024;

/** Limits for official lists and operators' files. */
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

/** Limits for FollowTheMoney exports, which are far larger. */
export const exportLimits: Limits = { ...usualLimits, file: 8192 * mega };
