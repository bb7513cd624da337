import type { ReasonCause } from '@countersign/contract';
import type { AcrossScripts } from '../document/across-scripts.ts';
import type { Crosslinks } from '../crosslinks.ts';
import type { DecisionPolicy } from '../policy.ts';
import type { DocumentReading } from '../document/document-reading.ts';
import type { PictureFinding, PictureFindings } from '@countersign/findings';
import type { SessionData } from '../session-data.ts';

/** In the order in which the contract reports them. */
export const checkOrder = [
  'capture',
  'quality',
  'document',
  'authenticity',
  'liveness',
  'face_match',
  'data_match',
  'crosslinks',
  'network',
  'policy',
  'poa',
  'registry',
] as const;
export type CheckName = (typeof checkOrder)[number];

/**
 * One outcome of one check. `code`: the granular reason code. `countsAs`: what a doubtful outcome is without a reviewer. `cause`:
 * what the code's own text lacks; absent where it lacks nothing.
 */
export type CheckResult = { check: CheckName; code: number; cause?: ReasonCause } & (
  | { outcome: 'declined' | 'resubmission' }
  | { outcome: 'inconclusive'; countsAs: 'declined' | 'resubmission' }
);

/** What every check may look at. */
export interface CheckInput extends AcrossScripts {
  session: SessionData;
  policy: DecisionPolicy;
  findings: PictureFindings;
  reading: DocumentReading;
  links: Crosslinks;
  /** `YYYY-MM-DD`, UTC. */
  today: string;
}

/** The name without `-pre`: the first of two captures shows the same thing. */
const shown = (context: string) => context.replace(/-pre$/, '');
const faceContexts = ['face'];
const referenceContexts = ['face-reference'];
const frontContexts = [
  'document-front',
  'document-front-with-signature',
  'document-front-qrcode',
  'generic-document-front',
];
const backContexts = ['document-back', 'document-back-qrcode', 'document-back-barcode'];

/** Contexts a decision looks at, first captures included; others are kept and not opened. */
export const judgedContexts: readonly string[] = [
  ...[...faceContexts, ...frontContexts, ...backContexts].flatMap((context) => [context, `${context}-pre`]),
  ...referenceContexts,
];

const picturesOf = (contexts: string[]) => (findings: PictureFindings) =>
  findings.pictures.filter(({ context }) => contexts.includes(shown(context)));

export const selfiesOf = picturesOf(faceContexts);
/** Trusted earlier portraits the client supplied. */
export const referencesOf = picturesOf(referenceContexts);
export const frontsOf = picturesOf(frontContexts);
export const backsOf = picturesOf(backContexts);
export const documentPicturesOf = picturesOf([...frontContexts, ...backContexts]);

export const wasOpened = (picture: PictureFinding) => picture.refusal === null;
