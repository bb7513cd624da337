-- expand
CREATE TABLE "setting_proposal" (
  "integration_id" uuid NOT NULL REFERENCES "integration",
  "id" uuid NOT NULL,
  "changes" jsonb NOT NULL,
  "before" jsonb NOT NULL,
  "after" jsonb NOT NULL,
  "reason" text NOT NULL,
  "state" text NOT NULL,
  "effective_at" timestamp (6) with time zone,
  "proposed_by" text NOT NULL,
  "approved_by" text,
  "ended_by" text,
  "cause" text,
  "created_at" timestamp (6) with time zone NOT NULL DEFAULT now(),
  "expires_at" timestamp (6) with time zone NOT NULL,
  "ended_at" timestamp (6) with time zone,
  PRIMARY KEY ("integration_id", "id"),
  CONSTRAINT "setting_proposal_state" CHECK ("state" in ('open', 'planned', 'applied', 'withdrawn', 'expired', 'failed'))
);
--> statement-breakpoint
CREATE INDEX "setting_proposal_waiting" ON "setting_proposal" ("state", "effective_at") WHERE "state" in ('open', 'planned');
--> statement-breakpoint
CREATE INDEX "setting_proposal_integration" ON "setting_proposal" ("integration_id", "created_at");
--> statement-breakpoint
CREATE INDEX "setting_proposal_by_id" ON "setting_proposal" ("id");
