import { parameterLayout } from './network.ts';
import { encodedWeights } from './weights.ts';

/** Decodes packed parameters (32-bit floats, little-endian, base64). Throws if their number is wrong. */
function unpackParameters(base64: string): Float64Array {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length !== parameterLayout.total * 4) throw new RangeError('wrong number of network parameters');
  return Float64Array.from({ length: parameterLayout.total }, (_, i) => bytes.readFloatLE(i * 4));
}

let shipped: Float64Array | undefined;

/** The shipped parameters, decoded once. */
export function shippedParameters(): Float64Array {
  shipped ??= unpackParameters(encodedWeights);
  return shipped;
}
