import { Problem } from '@countersign/contract';

/** Every body of this API is an object. @throws Problem parameter-invalid @see spec/contract.md A-03 */
export function requireJsonObject(body: unknown): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Problem('parameter-invalid');
}
