/** A well-formed message of the flow; `type` is only compared, and the members of its body are not checked yet. */
export interface FlowMessage {
  type: string;
  nonce: string;
  seq: number;
  body: Record<string, unknown>;
}

/** Reads a message from the frame; null when it does not follow the protocol, or is longer than 4096 bytes as JSON. */
export function readMessage(data: unknown): FlowMessage | null {
  try {
    const message = data as FlowMessage & { countersign: unknown; from: unknown };
    const { countersign, from, nonce, seq, body } = message;
    return countersign === 1 &&
      from === 'flow' &&
      typeof nonce === 'string' &&
      nonce &&
      Number.isSafeInteger(seq) &&
      typeof body === 'object' &&
      body &&
      new Blob([JSON.stringify(data)]).size <= 4096
      ? message
      : null;
  } catch {
    // Not an object, or not JSON.
    return null;
  }
}
