-- expand
ALTER TABLE "watchlist_screening" ADD COLUMN "assignee_id" uuid REFERENCES "portal_user" ("id");
--> statement-breakpoint
ALTER TABLE "watchlist_screening" ADD COLUMN "assigned_at" timestamptz(6);
--> statement-breakpoint
ALTER TABLE "watchlist_screening" ADD COLUMN "assignee_version" integer NOT NULL DEFAULT 0;
--> statement-breakpoint
CREATE INDEX "watchlist_screening_assignee" ON "watchlist_screening" ("integration_id", "assignee_id") WHERE "assignee_id" IS NOT NULL;
