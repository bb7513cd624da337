/** Maps Datavalid's error codes to ours. @see spec/registries.md 9 */
import type { NoAnswer, RejectedInput } from '@countersign/core';
import { classifyStatus } from '../calls/classify-status.ts';
import type { HttpAnswer } from '../calls/registry-http.ts';

type Meaning = { rejected: RejectedInput } | 'config' | 'maintenance';

interface CodeRow {
  /** First and last code of the row, `DV011` is 11. */
  from: number;
  to: number;
  means: Meaning;
}

const single = (number: number, means: Meaning): CodeRow => ({ from: number, to: number, means });
const range = (from: number, to: number, means: Meaning): CodeRow => ({ from, to, means });

/** A code not listed here is `technical` `unexpected_status`. */
const codeTable: readonly CodeRow[] = [
  single(1, { rejected: 'minor' }), // data withheld
  single(2, { rejected: 'portrait' }), // the record's photo is below the quality minimum
  single(10, { rejected: 'id_number' }), // CPF invalid
  range(11, 14, 'config'), // nationality, document type, sex, CPF status
  range(16, 18, 'config'), // licence status, state: a value we sent
  range(30, 36, 'config'), // fingerprints, never sent
  single(40, { rejected: 'portrait' }), // no face on record
  single(41, { rejected: 'selfie' }), // no face detected in the picture
  range(42, 44, { rejected: 'selfie' }), // picture size; corrupt or not JPG/PNG; bad base64
  single(45, { rejected: 'selfie' }), // poor face quality
  range(150, 152, 'maintenance'), // the licence authority behind Serpro is down
  single(300, 'maintenance'),
  range(200, 213, 'config'), // template or consent misconfigured
];

const codePattern = /DV\d{3}/;

/** The code of an error body, `DV041`: JSON with `code`, JSON with `codigo`, or text; `null` without one. */
export function datavalidCode({ status, body }: HttpAnswer): string | null {
  if (status < 400) return null;
  const text = new TextDecoder().decode(body);
  return ownCode(text) ?? codePattern.exec(text)?.[0] ?? null;
}

function ownCode(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    const { code, codigo } = value as Record<string, unknown>;
    const given = code ?? codigo;
    return typeof given === 'string' ? (codePattern.exec(given)?.[0] ?? null) : null;
  } catch {
    // Some errors come as plain text.
    return null;
  }
}

/** HTML or XML comes from a gateway, which knows nothing about a person. @see spec/contract.md A-390 */
export const isPage = ({ body }: HttpAnswer): boolean => /^\s*</.test(new TextDecoder().decode(body));

/** Interprets an answer other than 200. */
export function refusal(answer: HttpAnswer): NoAnswer {
  if (isPage(answer)) return classifyStatus(answer);
  const { status, at } = answer;
  const own = datavalidCode(answer);
  // Not `situacao_cpf`: the number itself must be named.
  if (status === 400 && /\bcpf\b/i.test(new TextDecoder().decode(answer.body)))
    return { kind: 'rejected', at, input: 'id_number', code: own ?? 'http:400' };
  if (status !== 422 || own === null) return classifyStatus(answer);
  return meaningOf(own, answer);
}

function meaningOf(own: string, answer: HttpAnswer): NoAnswer {
  const { at, attempts, status } = answer;
  const number = Number(own.slice(2));
  const means = codeTable.find(({ from, to }) => number >= from && number <= to)?.means;
  if (means === undefined) return classifyStatus(answer);
  if (means === 'maintenance') return { kind: 'unavailable', cause: means, attempts, delivered: 'maybe' };
  if (means === 'config') return { kind: 'technical', cause: means, attempts, at, httpStatus: status };
  return { kind: 'rejected', at, input: means.rejected, code: own };
}
