/** A face comparison. */
interface Faces {
  score?: number;
}

/** Output of `session show`: findings, without values read from documents. */
export interface ShownSession {
  sessionId: string;
  attemptId: string;
  status: string;
  attempt: number;
  /** `null`: the pictures have not been read yet, or the outcome was forced. */
  findings: null | {
    pictures: { context: string; side: string | null; problems: string[] }[];
    document: { kind: string; issuingState: string | null } | null;
    zone: string | null;
    barcode: string | null;
    print: string | null;
    fields: { field: string; status: string; sources: string[] }[];
    faces: { portrait: Faces | null; whyNot: string | null; reference: Faces | null };
    /** `strength`: 0 to 1. */
    signs: { code: string; strength: number; sentence: string }[];
    assurance: string;
    links: unknown[];
    notComputed: string[];
  };
  registries: {
    attemptId: string;
    registry: string;
    row: string | null;
    starts: number;
    endedAt: string | null;
    result: { kind?: string } | null;
  }[];
}
