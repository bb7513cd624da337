import type { Readable } from 'node:stream';
import { emitJson, jsonContentType } from '@countersign/contract';

/** Response of an endpoint. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** Values of `set-cookie`, which need separate lines. */
  cookies?: readonly string[];
  body: Buffer | SignedStream;
}

/** A body too large for memory, whose signature was computed in advance. */
export interface SignedStream {
  open(): Promise<Readable>;
  /** Number of bytes; `null`: not known in advance. */
  size: number | null;
  /** Lower-case hex HMAC over the bytes. */
  signature: string;
}

const json = { 'content-type': jsonContentType };

/** A response with these JSON bytes. @see spec/contract.md A-02 */
export const jsonBytes = (status: number, body: Buffer): Answer => ({ status, headers: { ...json }, body });

/** A response with this value as JSON. */
export const jsonAnswer = (status: number, value: unknown): Answer =>
  jsonBytes(status, Buffer.from(emitJson(value)));
