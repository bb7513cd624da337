-- expand
CREATE TABLE "watchlist_search" (
  "integration_id" uuid NOT NULL,
  "id" bigserial NOT NULL,
  "session_id" uuid NOT NULL,
  "attempt_id" uuid NOT NULL,
  "at" timestamp (6) with time zone DEFAULT now() NOT NULL,
  "check_type" text NOT NULL,
  "snapshot" text NOT NULL,
  "engine" text NOT NULL,
  "config" text NOT NULL,
  "total_hits" integer NOT NULL,
  "found" bytea NOT NULL,
  PRIMARY KEY ("integration_id", "id")
);
--> statement-breakpoint
CREATE INDEX "watchlist_search_session" ON "watchlist_search" ("integration_id", "session_id");
--> statement-breakpoint
CREATE TABLE "watchlist_lists" (
  "snapshot" text NOT NULL,
  "digest" text NOT NULL,
  "sources" jsonb NOT NULL,
  "recorded_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
  PRIMARY KEY ("snapshot", "digest")
);
