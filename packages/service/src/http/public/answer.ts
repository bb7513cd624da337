import type { Readable } from 'node:stream';
import { emitJson, jsonContentType } from '@countersign/contract';

/** What an endpoint answers. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** Values of `set-cookie`, which cannot share a line. */
  cookies?: readonly string[];
  body: Buffer | SignedStream;
}

/** A body too large to hold, whose signature was made beforehand. */
export interface SignedStream {
  open(): Promise<Readable>;
  /** Bytes; `null`: it ends where it ends. */
  size: number | null;
  /** Lower-case hex HMAC over the bytes. */
  signature: string;
}

const json = { 'content-type': jsonContentType };

/** An answer with these JSON bytes. @see spec/contract.md A-02 */
export const jsonBytes = (status: number, body: Buffer): Answer => ({ status, headers: { ...json }, body });

/** An answer with this value as JSON. */
export const jsonAnswer = (status: number, value: unknown): Answer =>
  jsonBytes(status, Buffer.from(emitJson(value)));
