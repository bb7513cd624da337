-- expand
CREATE INDEX "session_newest" ON "session" ("integration_id","created_at" DESC,"id") WHERE "deleted_at" IS NULL;
--> statement-breakpoint
CREATE INDEX "session_status_newest" ON "session" ("integration_id","status","created_at" DESC,"id") WHERE "deleted_at" IS NULL;
--> statement-breakpoint
CREATE INDEX "audit_at" ON "audit" ("integration_id","at");
--> statement-breakpoint
CREATE INDEX "watchlist_hit_open" ON "watchlist_hit" ("integration_id","session_id") WHERE "current" AND "match_status" = 'potential_match';
--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "note" "bytea";
