-- expand
ALTER TABLE "flow_bearer" ADD COLUMN "handoff_id" uuid;
--> statement-breakpoint
CREATE TABLE "flow_handoff" (
  "integration_id" uuid NOT NULL,
  "id" uuid NOT NULL,
  "session_id" uuid NOT NULL,
  "state" text DEFAULT 'offered' NOT NULL,
  "code" bytea NOT NULL,
  "origin" bytea,
  "phone" bytea,
  "facts" bytea NOT NULL,
  "expires_at" timestamp (6) with time zone NOT NULL,
  "created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT "flow_handoff_integration_id_id_pk" PRIMARY KEY ("integration_id", "id"),
  CONSTRAINT "flow_handoff_state" CHECK ("state" in ('offered', 'claimed', 'confirmed', 'alone', 'missed', 'ended')),
  CONSTRAINT "flow_handoff_session_fk" FOREIGN KEY ("integration_id", "session_id") REFERENCES "session" ("integration_id", "id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "flow_handoff_code" ON "flow_handoff" ("code");
--> statement-breakpoint
CREATE UNIQUE INDEX "flow_handoff_phone" ON "flow_handoff" ("phone");
--> statement-breakpoint
CREATE INDEX "flow_handoff_session" ON "flow_handoff" ("integration_id", "session_id", "created_at");
--> statement-breakpoint
CREATE INDEX "flow_handoff_unclaimed" ON "flow_handoff" ("expires_at") WHERE "state" = 'offered';
