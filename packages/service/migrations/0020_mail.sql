-- expand
CREATE TABLE "mail" (
  "id" uuid PRIMARY KEY,
  "organisation_id" uuid NOT NULL REFERENCES "organisation" ("id"),
  "kind" text NOT NULL,
  "subject_id" uuid NOT NULL,
  "sealed" bytea NOT NULL,
  "tries" integer NOT NULL DEFAULT 0,
  "created_at" timestamptz(6) NOT NULL DEFAULT now(),
  "due_at" timestamptz(6) NOT NULL DEFAULT now(),
  "expires_at" timestamptz(6) NOT NULL,
  CONSTRAINT "mail_kind" CHECK ("kind" IN ('invitation','alert'))
);
--> statement-breakpoint
CREATE INDEX "mail_due" ON "mail" ("due_at");
--> statement-breakpoint
ALTER TABLE "operator_entry" ADD COLUMN "mailed_at" timestamptz(6);
--> statement-breakpoint
CREATE INDEX "operator_entry_unmailed" ON "operator_entry" ("created_at") WHERE "resolved_at" IS NULL AND "mailed_at" IS NULL;
