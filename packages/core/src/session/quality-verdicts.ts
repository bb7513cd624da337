/** Verdict on a measured property of a picture. `unknown`: it could not be measured. */
export type QualityVerdict = 'ok' | 'warn' | 'fail' | 'unknown';

interface Limits {
  /** Values worse than this warrant a warning; `null`: never. Lower is worse, unless `above` is set. */
  warn: number | null;
  fail: number | null;
  /** True: higher is worse. */
  above: boolean;
}

interface QualityRow {
  code: string;
  limits: Limits;
  /** Regions that have their own limits. */
  inRegion?: Readonly<Record<string, Limits>>;
  /** One sentence for the end-user: what to do, without revealing how the problem was detected. */
  sentence: string;
}

const below = (warn: number | null, fail: number | null): Limits => ({ warn, fail, above: false });
const above = (warn: number | null, fail: number | null): Limits => ({ warn, fail, above: true });

/**
 * Every picture code with its default limits and its texts; codes never change their meaning.
 * @see docs/guides/accuracy.md
 */
export const qualityRows: readonly QualityRow[] = [
  {
    code: 'img.unreadable',
    limits: above(null, 0),
    sentence: 'We could not open this picture. Please take a new one.',
  },
  {
    code: 'img.type',
    limits: above(null, 0),
    sentence: 'This kind of file does not work here. Please send a JPEG or PNG picture.',
  },
  {
    code: 'img.too_large',
    limits: above(null, 0),
    sentence: 'This picture is too large. Please use your camera’s normal setting.',
  },
  {
    code: 'img.too_slow',
    limits: above(null, 0),
    sentence: 'This picture takes too long to open. Please take a new one.',
  },
  {
    code: 'img.too_small',
    limits: below(1000, 480),
    sentence: 'This picture is too small to read. Please take it again from closer.',
  },
  { code: 'img.dark', limits: below(null, 45), sentence: 'It is too dark. Please find more light.' },
  {
    code: 'img.bright',
    limits: above(0.15, 0.4),
    sentence: 'It is too bright. Please move out of direct light.',
  },
  {
    code: 'img.blur',
    limits: below(30, 10),
    sentence: 'The picture is blurred. Please hold still and take it again.',
  },
  { code: 'img.grey', limits: below(4, null), sentence: 'Please take a colour picture.' },
  {
    code: 'img.screenshot',
    limits: above(0, null),
    sentence: 'Please take the picture with the camera, not as a screenshot.',
  },
  {
    code: 'img.duplicate',
    limits: above(null, 0),
    sentence: 'The same picture was sent twice. Please take one picture for each step.',
  },
  {
    code: 'face.none',
    limits: below(null, 1),
    sentence: 'We cannot see a face. Please look into the camera.',
  },
  {
    code: 'face.several',
    limits: above(null, 1),
    sentence: 'There is more than one face. Please make sure you are alone in the picture.',
  },
  { code: 'face.small', limits: below(160, 60), sentence: 'Please come a little closer.' },
  { code: 'face.cut', limits: above(null, 0.02), sentence: 'Please keep your whole face in the picture.' },
  { code: 'face.turned', limits: above(20, 35), sentence: 'Please look straight at the camera.' },
  {
    code: 'face.eyes',
    limits: below(0.15, null),
    sentence: 'Please keep your eyes open and take off dark glasses.',
  },
  {
    code: 'face.covered',
    limits: above(0.8, null),
    sentence: 'Please take off anything that covers your face.',
  },
  { code: 'doc.none', limits: below(null, 1), sentence: 'We cannot find a document in this picture.' },
  { code: 'doc.cut', limits: above(null, 0.02), sentence: 'Please fit the whole document into the picture.' },
  { code: 'doc.far', limits: below(0.25, 0.12), sentence: 'Please move closer to the document.' },
  {
    code: 'doc.tilted',
    limits: above(15, null),
    sentence: 'Please hold the camera straight above the document.',
  },
  {
    code: 'doc.glare',
    limits: above(0.005, 0.2),
    // In these regions the value is the hidden share of the region itself.
    inRegion: { portrait: above(0.005, 0.05), mrz: above(0.005, 0.05) },
    sentence: 'Light is reflecting on the document. Please tilt it a little.',
  },
  {
    code: 'doc.portrait_small',
    limits: below(80, 60),
    sentence: 'The photo on the document is too small to check. Please move closer.',
  },
  {
    code: 'doc.code_unread',
    limits: above(0, null),
    sentence: 'Please make sure the code lines or bar code are sharp and not covered.',
  },
  {
    code: 'doc.side',
    limits: above(null, 0),
    sentence: 'This looks like the other side. Please turn the document over.',
  },
  {
    code: 'doc.type',
    limits: above(0, null),
    sentence: 'This looks like a different document. Please check your choice.',
  },
  {
    code: 'doc.expired',
    limits: above(null, 0),
    sentence: 'This document has expired. Please use a valid one.',
  },
  { code: 'doc.copy', limits: above(0.8, null), sentence: 'Please use the original document.' },
  {
    code: 'sys.unavailable',
    limits: above(null, null),
    sentence: 'Something went wrong on our side. Please try again.',
  },
];

const rowsByCode = new Map(qualityRows.map((row) => [row.code, row]));

/** A measured property of a picture, with codes and regions of any release. */
interface MeasuredProperty {
  code: string;
  value: number;
  region: string;
}

/** The verdict on one measured property; codes without a row have none. */
export function qualityVerdict({ code, value, region }: MeasuredProperty): QualityVerdict {
  if (code === 'sys.unavailable') return 'unknown';
  const row = rowsByCode.get(code);
  const limits = row?.inRegion?.[region] ?? row?.limits;
  if (!limits) return 'ok';
  if (isWorse(value, limits.fail, limits.above)) return 'fail';
  return isWorse(value, limits.warn, limits.above) ? 'warn' : 'ok';
}

const isWorse = (value: number, limit: number | null, large: boolean) =>
  limit !== null && (large ? value > limit : value < limit);

/** Whether a measured property makes the picture unusable for its purpose. */
export const failsQuality = (finding: MeasuredProperty): boolean => qualityVerdict(finding) === 'fail';

/** A problem of a picture as shown to the end-user; all are shown at once, failures first. */
export interface PictureProblem {
  code: string;
  verdict: Exclude<QualityVerdict, 'ok'>;
  sentence: string;
}

/**
 * All problems of one picture, each code once, with the verdict of its worst region.
 * @param refusal code of a picture that could not be opened, else `null`
 */
export function pictureProblems(
  quality: readonly MeasuredProperty[],
  refusal: string | null,
): PictureProblem[] {
  const measured = refusal === null ? quality : [{ code: refusal, value: 1, region: 'image' }];
  return (['fail', 'unknown', 'warn'] as const).flatMap((verdict) => {
    const codes = new Set(
      measured.filter((finding) => qualityVerdict(finding) === verdict).map(({ code }) => code),
    );
    return qualityRows
      .filter(({ code }) => codes.has(code))
      .filter(({ code }) => verdict !== 'warn' || !hasFailed(measured, code))
      .map(({ code, sentence }) => ({ code, verdict, sentence }));
  });
}

const hasFailed = (measured: readonly MeasuredProperty[], code: string) =>
  measured.some((finding) => finding.code === code && failsQuality(finding));
