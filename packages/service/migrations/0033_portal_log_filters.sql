-- expand
CREATE INDEX "api_request_kind" ON "api_request" (
  "integration_id", "route", "status", (coalesce("code", '')), (coalesce("cause", '')), "at" DESC, "id"
);
--> statement-breakpoint
CREATE INDEX "webhook_type" ON "webhook" ("integration_id", "type", "ordinal" DESC);
