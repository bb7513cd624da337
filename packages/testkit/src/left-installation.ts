/** Responses recorded from an installation of an earlier release. */
export interface LeftInstallation {
  integrationId: string;
  apiKey: string;
  sharedSecret: string;
  /** Ids of its sessions. */
  sessions: { approved: string; declined: string; review: string };
  pictures: { id: string; sha256: string }[];
  /** The exact responses, by path below the API URL. */
  answers: Record<string, string>;
}
