-- expand
CREATE TABLE "portal_sso" (
  "organisation_id" uuid PRIMARY KEY REFERENCES "organisation",
  "issuer" text NOT NULL,
  "client_id" text NOT NULL,
  "client_secret" bytea NOT NULL,
  "domains" text[] NOT NULL DEFAULT '{}',
  "enabled" boolean NOT NULL DEFAULT false,
  "required" boolean NOT NULL DEFAULT false,
  "version" integer NOT NULL DEFAULT 1,
  "changed_at" timestamptz(6) NOT NULL DEFAULT now(),
  CONSTRAINT "portal_sso_required" CHECK ("enabled" OR NOT "required")
);
--> statement-breakpoint
CREATE TABLE "portal_sso_identity" (
  "organisation_id" uuid NOT NULL REFERENCES "organisation",
  "issuer" text NOT NULL,
  "subject" text NOT NULL,
  "user_id" uuid NOT NULL REFERENCES "portal_user",
  "name" text,
  "created_at" timestamptz(6) NOT NULL DEFAULT now(),
  "used_at" timestamptz(6),
  PRIMARY KEY ("organisation_id", "issuer", "subject")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "portal_sso_identity_user" ON "portal_sso_identity" ("user_id");
--> statement-breakpoint
CREATE TABLE "portal_sso_attempt" (
  "state_hash" bytea PRIMARY KEY,
  "browser_hash" bytea NOT NULL,
  "organisation_id" uuid NOT NULL REFERENCES "organisation",
  "issuer" text NOT NULL,
  "client_id" text NOT NULL,
  "purpose" text NOT NULL,
  "sign_in_id" uuid REFERENCES "portal_sign_in" ON DELETE CASCADE,
  "invitation_hash" bytea,
  "language" text,
  "path" text,
  "network" bytea NOT NULL,
  "created_at" timestamptz(6) NOT NULL DEFAULT now(),
  CONSTRAINT "portal_sso_attempt_purpose" CHECK ("purpose" IN ('sign-in','accept','link','step-up')),
  CONSTRAINT "portal_sso_attempt_sign_in" CHECK (("sign_in_id" IS NOT NULL) = ("purpose" IN ('link','step-up'))),
  CONSTRAINT "portal_sso_attempt_invitation" CHECK (("invitation_hash" IS NOT NULL) = ("purpose" = 'accept'))
);
--> statement-breakpoint
CREATE INDEX "portal_sso_attempt_network" ON "portal_sso_attempt" ("network","created_at");
--> statement-breakpoint
CREATE INDEX "portal_sso_attempt_sign_in" ON "portal_sso_attempt" ("sign_in_id");
--> statement-breakpoint
CREATE INDEX "portal_sso_attempt_age" ON "portal_sso_attempt" ("created_at");
--> statement-breakpoint
CREATE TABLE "portal_email_change" (
  "user_id" uuid PRIMARY KEY REFERENCES "portal_user",
  "id" uuid NOT NULL,
  "email" text NOT NULL,
  "token_hash" bytea NOT NULL,
  "created_at" timestamptz(6) NOT NULL DEFAULT now(),
  "expires_at" timestamptz(6) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "portal_email_change_token" ON "portal_email_change" ("token_hash");
--> statement-breakpoint
ALTER TABLE "mail" DROP CONSTRAINT "mail_kind", ADD CONSTRAINT "mail_kind" CHECK ("kind" IN ('invitation','alert','email-change','email-changed'));
