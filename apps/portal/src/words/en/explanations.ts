// Data table: explanations of the service's codes, in English.
import type { namedCauses, PortalPersonaResult, ProblemCause, SignatureMistake } from '@countersign/contract';

/** Why a signature does not match, and what to change. */
interface MistakeWords {
  /** Completes “signed instead: …”. */
  cause: string;
  fix: string;
}

/** Explanations of codes that the service returns. */
export interface Explanations {
  /** Why a request was rejected. */
  refusals: Record<ProblemCause, string>;
  /** What a request must contain if it was not authenticated, or exceeds a limit. */
  accepted: Record<(typeof namedCauses)[number], string>;
  mistakes: Record<SignatureMistake, MistakeWords>;
  /** The result of a name or number in the sandbox. */
  personas: Record<PortalPersonaResult, string>;
}

const noLineFeed =
  'sign without the line feed: printf %s in a shell, not echo; open files without adding one';
const asBytes = 'read and send the file as bytes, not as text';
const signOnce = 'serialise once, sign those bytes and send those bytes';
const sameLetters = 'sign and send the same form of letters';
const asShown = 'use the text of the secret as UTF-8, exactly as it was shown';
const useHmac = 'use HMAC-SHA256 with the secret as its key';
const asUtf8 = 'encode the text as UTF-8';

export const explanations: Explanations = {
  refusals: {
    'path-id-length': 'The identifier in the path must be 20 to 40 characters long.',
    'path-id-not-uuid': 'The identifier in the path must be a version 4 UUID.',
    'body-not-json': 'The request body could not be read as JSON.',
    'not-found': 'The requested resource does not exist.',
    'method-not-allowed': 'This method is not available here.',
    'request-timeout': 'The request arrived too slowly.',
    'too-many-requests': 'Too many requests. Try again later.',
    'unexpected-failure': 'The service failed to handle the request.',
    unavailable: 'The service is temporarily unavailable.',
    'parameter-missing': 'A mandatory parameter is missing.',
    'parameter-invalid': 'A parameter is not valid.',
    'image-format-unsupported': 'The image format is not supported. Send JPEG, PNG or WebP.',
    'image-format-not-enabled':
      'This image format is not enabled on this installation. Send JPEG, PNG or WebP.',
    'request-too-large': 'The request is too large.',
    'content-type-unsupported': 'The content type or encoding is not supported.',
    'timestamp-invalid': 'The timestamp must be an ISO 8601 date-time with a time zone.',
    'date-invalid': 'The date must have the form YYYY-MM-DD.',
    'feature-not-enabled': 'This feature is not enabled for the integration.',
    'watchlist-not-enabled': 'Watchlist screening is not enabled for the integration.',
    'callback-not-https': 'The callback must be an https address.',
    'status-invalid': 'The status is not valid.',
    'session-takes-no-data': 'The session does not accept data in its present status.',
    'idempotency-key-reused': 'The idempotency key was used for another request.',
    'idempotency-key-in-use': 'The first request with this idempotency key is still being processed.',
    'status-change-refused': 'The session cannot change to the requested status.',
    'monitoring-already-disabled': 'Watchlist monitoring of the session is disabled already.',
    'session-not-completed': 'The session is not in a completed status.',
    'session-being-processed': 'The session is being processed.',
    'id-number-missing': 'The ID number is missing.',
    'names-missing': 'The first and last name, or the full name, are required.',
    'birth-date-or-address-missing': 'The date of birth or an address is required.',
    'image-data-missing': 'No image data was found.',
    'image-not-base64': 'The image is not valid base64.',
    'image-context-unsupported': 'The image context is not supported.',
    'image-property-missing': 'An image property is missing.',
    'vendor-data-too-long': 'vendorData must not be longer than 1000 characters.',
    'vendor-data-not-string': 'vendorData must be a string.',
    'api-key-missing': 'The X-AUTH-CLIENT header with the API key is missing.',
    'api-key-not-uuid': 'The API key must be a UUID.',
    'api-key-unknown': 'No integration was found for the API key.',
    'integration-not-active': 'The integration is not active.',
    'signature-malformed': 'The signature must be 64 hexadecimal digits.',
    'not-authenticated': 'The request could not be authenticated.',
    'identifier-signature-mismatch': 'The signature does not match the identifier.',
    'body-signature-mismatch': 'The signature does not match the request body.',
    'date-of-birth-invalid': 'The date of birth is not valid.',
    'document-number-too-long': 'The document number is too long.',
    'document-number-characters': 'The document number may contain only letters and digits.',
    'document-type-unsupported': 'The document type is not supported.',
    'document-country-unsupported': 'The document country is not supported.',
    'signature-missing': 'The header with the signature is missing or empty.',
    'signature-repeated': 'The header with the signature was sent more than once.',
    'api-key-repeated': 'The header with the API key was sent more than once.',
    'api-keys-differ': 'VRF-AUTH-CLIENT and X-AUTH-CLIENT hold different API keys.',
    'integration-not-of-api-key': 'The header vrf-integration-id names no integration of the API key.',
    'address-not-allowed': 'The client address is not on the list of the integration.',
    'origin-not-allowed': 'The page that sent the request is not on the list of origins of the integration.',
    'session-limit-reached': 'The organisation has reached its session limit.',
  },
  accepted: {
    'signature-missing':
      'Sign the request: X-HMAC-SIGNATURE is missing or empty, on the feedback API VRF-HMAC-SIGNATURE.',
    'signature-repeated': 'Send the signature header once.',
    'api-key-repeated': 'Send the header with the API key once.',
    'api-keys-differ': 'Send the same API key in VRF-AUTH-CLIENT and X-AUTH-CLIENT.',
    'integration-not-of-api-key':
      'Send vrf-integration-id once, with the UUID of an integration of the API key, or not at all.',
    'address-not-allowed': 'Send the request from an address that the integration allows.',
    'origin-not-allowed': 'Allow the origin of the page under Integrations → Origins.',
    'session-limit-reached':
      'Create the session after the time given in Retry-After, or ask your operator to raise the limit.',
  },
  mistakes: {
    'line-feed-added': { cause: 'a line feed at the end', fix: noLineFeed },
    'line-end-added': { cause: 'a carriage return and a line feed at the end', fix: noLineFeed },
    'line-feed-removed': {
      cause: 'the text without the line feed at its end',
      fix: 'sign the bytes that are sent, with the line feed, or send them without it',
    },
    trimmed: {
      cause: 'the text without white space around it',
      fix: 'sign before anything trims the text',
    },
    'line-ends-shortened': {
      cause: 'the text with line feeds in place of carriage returns and line feeds',
      fix: asBytes,
    },
    'line-ends-lengthened': {
      cause: 'the text with carriage returns and line feeds in place of line feeds',
      fix: asBytes,
    },
    'json-compact': { cause: 'the same JSON without white space', fix: signOnce },
    'json-indented-2': { cause: 'the same JSON indented by two spaces', fix: signOnce },
    'json-indented-4': { cause: 'the same JSON indented by four spaces', fix: signOnce },
    'json-spaced': {
      cause: 'the same JSON with a space after commas and colons, as Python writes it',
      fix: signOnce,
    },
    'json-spaced-escaped': {
      cause: 'the same JSON with letters beyond ASCII escaped, as Python writes it',
      fix: signOnce,
    },
    'json-escaped': { cause: 'the same JSON with letters beyond ASCII escaped', fix: signOnce },
    'json-slashes-escaped': {
      cause: 'the same JSON with slashes and letters beyond ASCII escaped, as PHP writes it',
      fix: signOnce,
    },
    'json-slashes': {
      cause: 'the same JSON with slashes escaped, as PHP writes it',
      fix: signOnce,
    },
    'json-sorted': { cause: 'the same JSON with its members in another order', fix: signOnce },
    'json-in-json': { cause: 'the same JSON as a JSON text inside a JSON text', fix: signOnce },
    'letters-composed': {
      cause: 'the text with composed letters (Unicode NFC)',
      fix: sameLetters,
    },
    'letters-decomposed': {
      cause: 'the text with decomposed letters (Unicode NFD)',
      fix: sameLetters,
    },
    'byte-order-mark-added': {
      cause: 'the text with a byte order mark',
      fix: 'write UTF-8 without a byte order mark',
    },
    'byte-order-mark-removed': {
      cause: 'the text without its byte order mark',
      fix: 'send UTF-8 without a byte order mark',
    },
    'no-bytes': {
      cause: 'no bytes at all',
      fix: 'sign the body after it is written; an empty stream or variable was signed',
    },
    'latin-1': { cause: 'the text in Latin-1', fix: asUtf8 },
    'utf-16': { cause: 'the text in UTF-16', fix: asUtf8 },
    'encoded-twice': {
      cause: 'the UTF-8 bytes encoded as UTF-8 once more',
      fix: 'encode the text once',
    },
    'bytes-as-base64': { cause: 'the base64 of the bytes', fix: 'sign the bytes themselves' },
    'key-line-feed': {
      cause: 'a line feed after the secret',
      fix: 'remove the line feed from the secret',
    },
    'key-from-base64': { cause: 'the secret decoded from base64', fix: asShown },
    'key-from-base64url': { cause: 'the secret decoded from base64url', fix: asShown },
    'key-from-hexadecimal': { cause: 'the secret decoded from hexadecimal', fix: asShown },
    'key-without-hyphens': { cause: 'the secret without its hyphens', fix: asShown },
    'key-lower-case': { cause: 'the secret in lower case', fix: asShown },
    'key-upper-case': { cause: 'the secret in upper case', fix: asShown },
    'key-quoted': { cause: 'the secret in quotation marks', fix: asShown },
    'key-empty': {
      cause: 'an empty secret',
      fix: 'set the variable of the secret where the program runs',
    },
    'key-as-whsec': {
      cause: 'the secret in the form of Standard Webhooks, whsec_…, as text',
      fix: asShown,
    },
    'sha-256': { cause: 'SHA-256 without a key', fix: useHmac },
    'sha-256-key-first': { cause: 'SHA-256 of the secret followed by the message', fix: useHmac },
    'sha-256-key-last': { cause: 'SHA-256 of the message followed by the secret', fix: useHmac },
    'key-and-message-exchanged': {
      cause: 'HMAC-SHA256 with key and message exchanged',
      fix: 'the secret is the key and the bytes are the message',
    },
    'hmac-sha1': { cause: 'HMAC-SHA1', fix: useHmac },
    'hmac-sha512': { cause: 'HMAC-SHA512', fix: useHmac },
    'hmac-md5': { cause: 'HMAC-MD5', fix: useHmac },
    'digest-signed': {
      cause: 'HMAC-SHA256 of the hexadecimal SHA-256 of the message',
      fix: 'sign the message itself, not its digest',
    },
    'base64-of-digits': {
      cause: 'the base64 of the hexadecimal digits',
      fix: 'send the 64 hexadecimal digits',
    },
    'base64-for-digits': {
      cause: 'base64 in place of hexadecimal digits',
      fix: 'write the digest in 64 hexadecimal digits',
    },
    'digits-for-entry': {
      cause: 'hexadecimal digits in place of an entry of webhook-signature',
      fix: 'compare with x-hmac-signature, which covers the body alone, or with an entry “v1,” and base64',
    },
    'part-of-digest': {
      cause: 'a part of the right digest',
      fix: 'send all 64 hexadecimal digits',
    },
  },
  personas: {
    'session-approved': 'approved, 9001',
    'session-declined': 'declined, 9102, reason code 102',
    'session-resubmission': 'resubmission_requested, 9103, reason code 201',
    'session-expired': 'expired, 9104',
    'session-abandoned': 'abandoned, 9104',
    'session-review': 'review, 9121, with manual review on; a reviewer then decides',
    later: 'decision and screening 30 seconds later',
    never: 'no decision and no screening before your operator releases the job',
    'no-hit': 'no hit',
    'sanctions-hit': 'one hit: sanctions',
    'pep-hit-1': 'one hit: politically exposed person, class 1',
    'pep-hit-2': 'one hit: politically exposed person, class 2',
    'pep-hit-3': 'one hit: politically exposed person, class 3',
    'pep-hit-4': 'one hit: politically exposed person, class 4',
    'media-hit': 'one hit: adverse media',
    'warnings-hit': 'one hit: warnings',
    'fitness-hit': 'one hit: fitness and probity',
    'many-hits': '40 hits on all selected lists',
    'hit-later': 'no hit; with monitoring on, one sanctions hit 60 seconds later',
    approved: 'approved',
    'declined-123': 'declined, reason code 123',
    'declined-529': 'declined, reason code 529',
    'declined-544': 'declined, reason code 544',
    'declined-581': 'declined, reason code 581',
    'declined-901': 'declined, reason code 901',
    'declined-902': 'declined, reason code 902',
    'declined-903': 'declined, reason code 903',
    'declined-904': 'declined, reason code 904',
    'resubmission-202': 'resubmission_requested, reason code 202',
    'resubmission-529': 'resubmission_requested, reason code 529',
    'liveness-581': 'approved; with liveness on declined, reason code 581',
    'liveness-202': 'approved; with liveness on resubmission_requested, reason code 202',
    'signature-901': 'approved; where answers are signed declined, reason code 901',
    'by-score': 'by the score of the faces',
    'by-score-581': 'by the score of the faces; without a comparison declined, reason code 581',
    'found-AN': 'found, status AN',
    'found-AH': 'found, status AH',
    'found-RCN': 'found, status RCN',
    'found-BD': 'found, status BD',
    'found-CRA': 'found, status CRA',
    'found-RCC': 'found, status RCC',
    current: 'on the list and current',
    'not-current': 'on the list, not current',
    'not-found': 'not on the list',
    unavailable: 'the list is not available',
  },
};
