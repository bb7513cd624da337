DROP INDEX "job_due";--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "lane" text;--> statement-breakpoint
CREATE INDEX "job_lane" ON "job" USING btree (coalesce(lane, kind),"integration_id","due_at") WHERE parked_at is null;