-- expand
ALTER TABLE "watchlist_review" ADD COLUMN "note" bytea;
--> statement-breakpoint
ALTER TABLE "watchlist_change" ADD COLUMN "former" bytea;
--> statement-breakpoint
ALTER TABLE "watchlist_change" ADD COLUMN "acknowledged" boolean NOT NULL DEFAULT false;
--> statement-breakpoint
CREATE INDEX "watchlist_screening_status" ON "watchlist_screening" ("integration_id", "status", "screened_at");
--> statement-breakpoint
CREATE INDEX "watchlist_screening_changed" ON "watchlist_screening" ("integration_id", "screened_at") WHERE "has_unacknowledged_changes";
