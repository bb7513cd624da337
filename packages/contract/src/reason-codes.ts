/** What can emit a reason code; `reviewer` is a person, `forced` a forced test decision. @see spec/contract.md A-100 */
export const reasonSources = [
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
  'registry_br',
  'registry_mx',
  'registry_co',
  'registry_us',
  'reviewer',
  'forced',
] as const;
export type ReasonSource = (typeof reasonSources)[number];

/** Session statuses that carry a reason. */
export type ReasonStatus = 'declined' | 'resubmission_requested';

/** One reason code. */
export interface ReasonCodeRow {
  /** Statuses the code is valid for. */
  statuses: readonly ReasonStatus[];
  /** `verification.reason`: display text, may change. */
  text: string;
  /** Checks that emit it. Codes with only `reviewer` are never emitted automatically. */
  checks: readonly ReasonSource[];
  /** Code for an integration without granular reason codes; `null`: this code is sent to every integration. */
  granularFallback: number | null;
}

const rowOf =
  (statuses: readonly ReasonStatus[]) =>
  (text: string, checks: readonly ReasonSource[], granularFallback: number | null = null): ReasonCodeRow => ({
    statuses,
    text,
    checks,
    granularFallback,
  });
const declined = rowOf(['declined']);
const resubmission = rowOf(['resubmission_requested']);
const either = rowOf(['declined', 'resubmission_requested']);

/**
 * Every reason code the service can send.
 * @see spec/contract.md A-100
 */
export const reasonCodes = {
  101: declined('No physical document was presented', ['authenticity']),
  102: declined('The document appears to have been altered', ['authenticity', 'forced']),
  103: declined('The person does not appear to be the document holder', ['face_match']),
  104: declined('The name supplied does not match the document', ['data_match']),
  105: declined('Suspicious behaviour', ['liveness', 'network']),
  106: declined('Known fraud', ['crosslinks']),
  107: declined('Repeated use', ['crosslinks']),
  108: declined('Repeated use by the same end-user', ['crosslinks']),
  109: declined('Repeated use of the same device', ['crosslinks']),
  110: declined('Repeated use of the same document', ['crosslinks']),
  111: declined('The session was opened by someone else', ['reviewer']),
  112: declined('The network location is not allowed', ['network']),
  113: declined('Many identities from one source', ['crosslinks']),
  120: declined('The portrait does not match the reference photo', ['face_match']),
  121: declined('The user identifier is missing', ['policy']),
  122: declined('No reference photo was found', ['face_match']),
  123: declined('The registry checks were not passed', ['registry_us']),
  124: declined('The face is already in the collection', ['crosslinks']),
  126: declined('Possible match with a politically exposed person', ['reviewer']),
  127: declined('The face is on the blocklist', ['policy']),
  128: declined('The end-user identifier belongs to another person', ['policy']),
  129: declined('The session does not fit the workflow', ['policy']),
  201: resubmission('Photos or video are missing', ['capture', 'forced']),
  202: resubmission('Face not clearly visible', ['quality', 'registry_br', 'registry_mx']),
  203: resubmission('The document is not fully visible', ['quality']),
  204: resubmission('The image quality is too low', ['quality']),
  205: resubmission('The document is damaged', ['document']),
  206: resubmission('The document type is not supported', ['document']),
  207: resubmission('The document has expired', ['document']),
  208: resubmission('The selfie is missing', ['capture']),
  209: resubmission('The document photo is missing', ['capture']),
  210: resubmission('The photo of the document front is missing', ['capture']),
  501: declined('High probability of fraud', ['reviewer'], 105),
  502: declined('More than one person took part', ['liveness'], 105),
  503: declined('Attempt to deceive', ['reviewer'], 105),
  504: declined('Attempt to deceive: document shown on a screen', ['authenticity'], 101),
  505: declined('Attempt to deceive: document printed', ['authenticity'], 101),
  506: declined('The document was altered', ['authenticity'], 102),
  507: declined('The document was altered: its data disagree', ['authenticity'], 102),
  508: declined('The document was altered: it differs from the specimen', ['authenticity'], 102),
  509: declined('The person does not match the document photo', ['face_match'], 103),
  510: declined('The document type is not accepted', ['policy'], 129),
  511: declined('The document has expired and is not accepted', ['policy'], 129),
  515: declined('The face image was taken from a screen', ['liveness'], 105),
  526: declined('The images did not come from the camera', ['authenticity', 'liveness'], 105),
  527: declined('The proof of address could not be read', ['poa']),
  528: declined('The proof of address is too old', ['poa']),
  529: either('National ID data could not be validated', ['registry_co']),
  530: declined('The person is under 13', ['policy']),
  531: declined('The person is under 14', ['policy']),
  532: declined('The person is under 16', ['policy']),
  533: declined('The person is under 18', ['policy']),
  534: declined('The person is under 20', ['policy']),
  535: declined('The person is under 21', ['policy']),
  536: declined('The person is under 25', ['policy']),
  537: declined('No portrait could be cut out', ['face_match'], 103),
  539: declined('The number of attempts is used up', ['policy']),
  540: declined('Low confidence in the result', ['reviewer'], 105),
  544: declined('Registry did not respond', ['registry_co']),
  581: declined('Selfie does not match the registry portrait', ['registry_br', 'registry_mx']),
  602: resubmission('The document type is not supported', ['document'], 206),
  603: resubmission('The video is missing', ['capture'], 201),
  605: resubmission('The face image is missing', ['capture'], 208),
  606: resubmission('Face not clearly visible', ['quality'], 202),
  608: resubmission('The document front is missing', ['capture'], 210),
  609: resubmission('The document back is missing', ['capture'], 209),
  614: resubmission('The document front is not fully in frame', ['quality'], 203),
  615: resubmission('The document back is not fully in frame', ['quality'], 203),
  619: resubmission('The document data is not visible', ['quality'], 204),
  620: resubmission('The document has expired', ['document'], 207),
  621: resubmission('The document is cancelled or damaged', ['document'], 205),
  625: resubmission('The surname could not be read', ['document'], 204),
  626: resubmission('The first names could not be read', ['document'], 204),
  627: resubmission('The date of birth could not be read', ['document'], 204),
  628: resubmission('The issue date could not be read', ['document'], 204),
  629: resubmission('The expiry date could not be read', ['document'], 204),
  630: resubmission('The gender could not be read', ['document'], 204),
  631: resubmission('The document number could not be read', ['document'], 204),
  632: resubmission('The personal number could not be read', ['document'], 204),
  633: resubmission('The nationality could not be read', ['document'], 204),
  634: resubmission('The home address could not be read', ['document'], 204),
  635: resubmission('The document and the face image are missing', ['capture'], 201),
  640: declined('Consent not obtained', ['registry_mx']),
  641: resubmission('More than one face was found', ['quality'], 202),
  642: resubmission('More than one document was uploaded', ['quality'], 204),
  901: declined('Registry unavailable', ['registry_br', 'registry_mx', 'registry_us']),
  902: declined('Person not found', ['registry_br', 'registry_mx']),
  903: declined('Field value mismatch', ['registry_br', 'registry_mx']),
  904: declined('Voter card reported lost or stolen', ['registry_mx']),
} as const satisfies Record<number, ReasonCodeRow>;

/** A reason code of the catalogue. */
export type ReasonCode = keyof typeof reasonCodes;

const rows: Readonly<Record<number, ReasonCodeRow>> = reasonCodes;

/** Finds a code's row in the catalogue; `null` if there is none. */
export const findReason = (code: number): ReasonCodeRow | null => rows[code] ?? null;

/** Age limit of each age rule and its code, in the order of the codes. @see spec/contract.md A-100 */
export const ageCodes = { 13: 530, 14: 531, 16: 532, 18: 533, 20: 534, 21: 535, 25: 536 } as const;
