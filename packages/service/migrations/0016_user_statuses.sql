-- expand
CREATE TABLE "user_status" (
  "integration_id" uuid NOT NULL REFERENCES "integration",
  "id" uuid NOT NULL,
  "name" text NOT NULL,
  "code" text NOT NULL,
  "reason_form" text NOT NULL,
  "reasons" text[] NOT NULL DEFAULT '{}',
  "version" integer NOT NULL DEFAULT 1,
  "created_at" timestamptz(6) NOT NULL DEFAULT now(),
  "used_at" timestamptz(6),
  "retired_at" timestamptz(6),
  PRIMARY KEY ("integration_id","id"),
  CONSTRAINT "user_status_reason_form" CHECK ("reason_form" IN ('none','list','text'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "user_status_code" ON "user_status" ("integration_id","code");
--> statement-breakpoint
CREATE TABLE "user_status_entry" (
  "integration_id" uuid NOT NULL,
  "id" uuid NOT NULL,
  "ordinal" bigserial NOT NULL,
  "session_id" uuid NOT NULL,
  "attempt_id" uuid NOT NULL,
  "status_id" uuid NOT NULL,
  "removes" uuid,
  "reason" bytea,
  "reason_code" text,
  "actor" text NOT NULL,
  "created_at" timestamptz(6) NOT NULL DEFAULT now(),
  PRIMARY KEY ("integration_id","id"),
  FOREIGN KEY ("integration_id","attempt_id") REFERENCES "attempt" ("integration_id","id"),
  FOREIGN KEY ("integration_id","status_id") REFERENCES "user_status" ("integration_id","id")
);
--> statement-breakpoint
CREATE INDEX "user_status_entry_session" ON "user_status_entry" ("integration_id","session_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "user_status_entry_removed" ON "user_status_entry" ("integration_id","removes") WHERE "removes" IS NOT NULL;
