-- expand
CREATE TABLE "organisation" (
  "id" uuid PRIMARY KEY,
  "name" text NOT NULL,
  "is_default" boolean NOT NULL DEFAULT false,
  "created_at" timestamptz(6) NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE UNIQUE INDEX "organisation_default" ON "organisation" ("is_default") WHERE "is_default";
--> statement-breakpoint
CREATE UNIQUE INDEX "organisation_name" ON "organisation" (lower("name"));
--> statement-breakpoint
ALTER TABLE "integration" ADD COLUMN "organisation_id" uuid REFERENCES "organisation";
--> statement-breakpoint
CREATE TABLE "portal_user" (
  "id" uuid PRIMARY KEY,
  "organisation_id" uuid NOT NULL REFERENCES "organisation",
  "email" text,
  "name" text NOT NULL,
  "language" text NOT NULL DEFAULT 'en',
  "role" text NOT NULL,
  "integrations" uuid[],
  "grant_reveal" boolean,
  "grant_export" boolean,
  "password_hash" text,
  "totp_sealed" bytea,
  "totp_pending" bytea,
  "totp_step" bigint,
  "totp_waived" boolean NOT NULL DEFAULT false,
  "version" integer NOT NULL DEFAULT 1,
  "created_at" timestamptz(6) NOT NULL DEFAULT now(),
  "seen_at" timestamptz(6),
  "removed_at" timestamptz(6),
  CONSTRAINT "portal_user_role" CHECK ("role" IN ('owner','admin','developer','reviewer','viewer','auditor')),
  CONSTRAINT "portal_user_removed" CHECK (("email" IS NULL) = ("removed_at" IS NOT NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "portal_user_email" ON "portal_user" ("email");
--> statement-breakpoint
CREATE INDEX "portal_user_organisation" ON "portal_user" ("organisation_id");
--> statement-breakpoint
CREATE TABLE "portal_recovery_code" (
  "user_id" uuid NOT NULL REFERENCES "portal_user",
  "hash" bytea NOT NULL,
  "used_at" timestamptz(6),
  PRIMARY KEY ("user_id","hash")
);
--> statement-breakpoint
CREATE TABLE "portal_invitation" (
  "id" uuid PRIMARY KEY,
  "organisation_id" uuid NOT NULL REFERENCES "organisation",
  "email" text NOT NULL,
  "role" text NOT NULL,
  "integrations" uuid[],
  "grant_reveal" boolean,
  "token_hash" bytea NOT NULL,
  "invited_by" text NOT NULL,
  "created_at" timestamptz(6) NOT NULL DEFAULT now(),
  "expires_at" timestamptz(6) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "portal_invitation_token" ON "portal_invitation" ("token_hash");
--> statement-breakpoint
CREATE UNIQUE INDEX "portal_invitation_email" ON "portal_invitation" ("organisation_id","email");
--> statement-breakpoint
CREATE TABLE "portal_sign_in" (
  "id" uuid PRIMARY KEY,
  "user_id" uuid NOT NULL REFERENCES "portal_user",
  "token_hash" bytea NOT NULL,
  "stage" text NOT NULL,
  "device" text NOT NULL,
  "address" text NOT NULL,
  "created_at" timestamptz(6) NOT NULL DEFAULT now(),
  "seen_at" timestamptz(6) NOT NULL DEFAULT now(),
  "stepped_up_until" timestamptz(6),
  CONSTRAINT "portal_sign_in_stage" CHECK ("stage" IN ('totp','enrol','done'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "portal_sign_in_token" ON "portal_sign_in" ("token_hash");
--> statement-breakpoint
CREATE INDEX "portal_sign_in_user" ON "portal_sign_in" ("user_id");
--> statement-breakpoint
CREATE INDEX "portal_sign_in_age" ON "portal_sign_in" ("seen_at");
--> statement-breakpoint
CREATE TABLE "portal_reveal" (
  "sign_in_id" uuid NOT NULL REFERENCES "portal_sign_in" ON DELETE CASCADE,
  "integration_id" uuid NOT NULL,
  "session_id" uuid NOT NULL,
  "until_at" timestamptz(6) NOT NULL,
  PRIMARY KEY ("sign_in_id","session_id")
);
--> statement-breakpoint
CREATE TABLE "portal_lockout" (
  "key" bytea PRIMARY KEY,
  "failures" integer NOT NULL,
  "locked_until" timestamptz(6),
  "changed_at" timestamptz(6) NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX "portal_lockout_age" ON "portal_lockout" ("changed_at");
--> statement-breakpoint
CREATE TABLE "organisation_audit" (
  "organisation_id" uuid NOT NULL REFERENCES "organisation",
  "id" bigserial NOT NULL,
  "at" timestamptz(6) NOT NULL DEFAULT now(),
  "actor" text NOT NULL,
  "action" text NOT NULL,
  "details" jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY ("organisation_id","id")
);
--> statement-breakpoint
CREATE INDEX "organisation_audit_at" ON "organisation_audit" ("organisation_id","at");
--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "vendor_hash" bytea, ADD COLUMN "end_user_hash" bytea;
--> statement-breakpoint
CREATE INDEX "session_vendor" ON "session" ("integration_id","vendor_hash") WHERE "vendor_hash" IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "session_end_user" ON "session" ("integration_id","end_user_hash") WHERE "end_user_hash" IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "webhook_newest" ON "webhook" ("integration_id","ordinal" DESC);
