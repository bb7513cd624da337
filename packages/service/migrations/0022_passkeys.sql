-- expand
CREATE TABLE "portal_passkey" (
  "id" uuid PRIMARY KEY,
  "user_id" uuid NOT NULL REFERENCES "portal_user",
  "credential_id" bytea NOT NULL,
  "public_key" bytea NOT NULL,
  "sign_count" bigint NOT NULL,
  "name" text NOT NULL,
  "backed_up" boolean NOT NULL,
  "created_at" timestamptz(6) NOT NULL DEFAULT now(),
  "used_at" timestamptz(6)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "portal_passkey_credential" ON "portal_passkey" ("credential_id");
--> statement-breakpoint
CREATE INDEX "portal_passkey_user" ON "portal_passkey" ("user_id");
--> statement-breakpoint
CREATE TABLE "portal_passkey_attempt" (
  "token_hash" bytea PRIMARY KEY,
  "challenge" bytea NOT NULL,
  "purpose" text NOT NULL,
  "sign_in_id" uuid REFERENCES "portal_sign_in" ON DELETE CASCADE,
  "network" bytea NOT NULL,
  "created_at" timestamptz(6) NOT NULL DEFAULT now(),
  CONSTRAINT "portal_passkey_attempt_purpose" CHECK ("purpose" IN ('add','sign-in','step-up')),
  CONSTRAINT "portal_passkey_attempt_sign_in" CHECK (("sign_in_id" IS NULL) = ("purpose" = 'sign-in'))
);
--> statement-breakpoint
CREATE INDEX "portal_passkey_attempt_network" ON "portal_passkey_attempt" ("network","created_at");
--> statement-breakpoint
CREATE INDEX "portal_passkey_attempt_sign_in" ON "portal_passkey_attempt" ("sign_in_id");
--> statement-breakpoint
CREATE INDEX "portal_passkey_attempt_age" ON "portal_passkey_attempt" ("created_at");
