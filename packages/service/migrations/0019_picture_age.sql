-- expand
CREATE INDEX "media_age" ON "media" ("integration_id","created_at");
--> statement-breakpoint
CREATE INDEX "flow_film_age" ON "flow_film" ("integration_id","created_at");
