-- expand
CREATE TABLE "session_export" (
  "organisation_id" uuid NOT NULL REFERENCES "organisation" ("id"),
  "id" uuid NOT NULL,
  "integrations" uuid[] NOT NULL,
  "requested_by" uuid NOT NULL REFERENCES "portal_user" ("id"),
  "format" text NOT NULL,
  "personal" boolean NOT NULL,
  "request" bytea NOT NULL,
  "state" text NOT NULL DEFAULT 'running',
  "cause" text,
  "rows" integer NOT NULL DEFAULT 0,
  "bytes" bigint NOT NULL DEFAULT 0,
  "parts" integer NOT NULL DEFAULT 0,
  "place_at" timestamptz(6),
  "place_id" uuid,
  "lease" integer NOT NULL DEFAULT 0,
  "claims" integer NOT NULL DEFAULT 0,
  "leased_until" timestamptz(6),
  "created_at" timestamptz(6) NOT NULL DEFAULT now(),
  "worked_at" timestamptz(6) NOT NULL DEFAULT now(),
  "ended_at" timestamptz(6),
  "expires_at" timestamptz(6),
  PRIMARY KEY ("organisation_id", "id"),
  CONSTRAINT "session_export_format" CHECK ("format" IN ('csv','jsonl')),
  CONSTRAINT "session_export_state" CHECK ("state" IN ('running','done','failed','cancelled','expired'))
);
--> statement-breakpoint
CREATE INDEX "session_export_waiting" ON "session_export" ("worked_at") WHERE "state" = 'running';
--> statement-breakpoint
CREATE INDEX "session_export_age" ON "session_export" ("organisation_id", "created_at");
--> statement-breakpoint
CREATE TABLE "session_export_part" (
  "organisation_id" uuid NOT NULL,
  "export_id" uuid NOT NULL,
  "ordinal" integer NOT NULL,
  "integrations" uuid[] NOT NULL,
  "sessions" uuid[] NOT NULL,
  "sealed" bytea[] NOT NULL,
  PRIMARY KEY ("organisation_id", "export_id", "ordinal"),
  FOREIGN KEY ("organisation_id", "export_id") REFERENCES "session_export" ("organisation_id", "id")
);
