-- expand
CREATE INDEX "media_blob" ON "media" ("blob");
--> statement-breakpoint
CREATE INDEX "flow_film_blob" ON "flow_film" ("blob");
--> statement-breakpoint
CREATE INDEX "delivery_started" ON "delivery" ("started_at");
--> statement-breakpoint
CREATE INDEX "operator_entry_open" ON "operator_entry" ("integration_id", "attempt_id") WHERE "resolved_at" IS NULL;
