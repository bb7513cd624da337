CREATE TABLE "watchlist_run" (
	"id" uuid PRIMARY KEY NOT NULL,
	"ordinal" integer,
	"integration_id" uuid,
	"from_state" text,
	"to_state" text NOT NULL,
	"cursor" text DEFAULT '' NOT NULL,
	"queued" integer DEFAULT 0 NOT NULL,
	"lease" integer DEFAULT 0 NOT NULL,
	"leased_until" timestamp(6) with time zone,
	"created_at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp(6) with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "watchlist_run_ordinal" ON "watchlist_run" USING btree ("ordinal");--> statement-breakpoint
CREATE INDEX "watchlist_run_open" ON "watchlist_run" USING btree ("created_at") WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX "watchlist_monitor_disabled" ON "watchlist_monitor" USING btree ("changed_at") WHERE status = 'disabled';