DROP INDEX "webhook_due";--> statement-breakpoint
CREATE INDEX "webhook_leased" ON "webhook" USING btree ("integration_id","type") WHERE leased_until is not null;--> statement-breakpoint
CREATE INDEX "webhook_due" ON "webhook" USING btree ("integration_id","type","due_at") WHERE state = 'due';