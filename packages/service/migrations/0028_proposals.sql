-- expand
CREATE TABLE "proposal" (
  "integration_id" uuid NOT NULL,
  "id" uuid NOT NULL,
  "session_id" uuid NOT NULL,
  "attempt_id" uuid NOT NULL,
  "kind" text NOT NULL,
  "hit_id" uuid,
  "decision" text NOT NULL,
  "reason_code" integer,
  "risk_level" text,
  "from_status" text NOT NULL,
  "note" bytea,
  "state" text NOT NULL DEFAULT 'open',
  "proposed_by" uuid NOT NULL REFERENCES "portal_user" ("id"),
  "ended_by" uuid REFERENCES "portal_user" ("id"),
  "created_at" timestamptz(6) NOT NULL DEFAULT now(),
  "expires_at" timestamptz(6) NOT NULL,
  "ended_at" timestamptz(6),
  PRIMARY KEY ("integration_id", "id"),
  FOREIGN KEY ("integration_id", "attempt_id") REFERENCES "attempt" ("integration_id", "id"),
  CONSTRAINT "proposal_kind" CHECK (("kind" = 'hit') = ("hit_id" IS NOT NULL) AND "kind" IN ('review','hit')),
  CONSTRAINT "proposal_state" CHECK ("state" IN ('open','confirmed','rejected','withdrawn','expired','overtaken'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "proposal_open" ON "proposal" ("integration_id", "session_id", coalesce("hit_id", "session_id")) WHERE "state" = 'open';
--> statement-breakpoint
CREATE INDEX "proposal_session" ON "proposal" ("integration_id", "session_id");
--> statement-breakpoint
CREATE INDEX "proposal_expiry" ON "proposal" ("expires_at") WHERE "state" = 'open';
