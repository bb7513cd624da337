-- expand
CREATE TABLE "session_name" (
  "integration_id" uuid NOT NULL,
  "token" bytea NOT NULL,
  "created_at" timestamptz(6) NOT NULL,
  "session_id" uuid NOT NULL,
  PRIMARY KEY ("integration_id", "token", "created_at", "session_id"),
  FOREIGN KEY ("integration_id", "session_id") REFERENCES "session" ("integration_id", "id")
);
--> statement-breakpoint
CREATE INDEX "session_name_session" ON "session_name" ("integration_id", "session_id");
--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "names_indexed" boolean NOT NULL DEFAULT false;
--> statement-breakpoint
CREATE INDEX "session_names_missing" ON "session" ("created_at") WHERE NOT "names_indexed" AND "data_key" IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "session_names_left" ON "session" ("erased_at") WHERE "names_indexed" AND "erased_at" IS NOT NULL;
--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "redacted_at" timestamptz(6);
--> statement-breakpoint
ALTER TABLE "erasure" DROP CONSTRAINT "erasure_scope", ADD CONSTRAINT "erasure_scope" CHECK ("scope" IN ('session','pictures','descriptors','redaction'));
