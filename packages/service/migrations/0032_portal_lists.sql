-- expand
CREATE INDEX "webhook_undelivered" ON "webhook" ("integration_id", "state", "ordinal" DESC) WHERE "state" <> 'delivered';
--> statement-breakpoint
CREATE INDEX "audit_seldom" ON "audit" ("integration_id", "action", "at" DESC, "id" DESC) WHERE "action" NOT IN (
  'create-session', 'open-session', 'started', 'collect-data', 'upload-media', 'accept-picture', 'submit-session', 'submitted',
  'pass_checks', 'fail_check', 'complete-screening'
);
--> statement-breakpoint
CREATE INDEX "audit_people" ON "audit" ("integration_id", "at" DESC, "id" DESC)
  WHERE split_part("actor", ':', 1) NOT IN ('api', 'flow', 'worker');
