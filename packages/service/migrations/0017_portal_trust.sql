-- expand
CREATE TABLE "audit_horizon" (
  "source" text PRIMARY KEY,
  "closed" bigint NOT NULL,
  CONSTRAINT "audit_horizon_source" CHECK ("source" IN ('integration','organisation'))
);
--> statement-breakpoint
CREATE TABLE "audit_chain" (
  "chain_id" uuid PRIMARY KEY,
  "source" text NOT NULL,
  "position" bigint NOT NULL,
  "hash" bytea NOT NULL,
  "signed_position" bigint NOT NULL DEFAULT 0,
  "signed_at" timestamptz(6),
  CONSTRAINT "audit_chain_source" CHECK ("source" IN ('integration','organisation'))
);
--> statement-breakpoint
CREATE INDEX "audit_chain_unsigned" ON "audit_chain" ("signed_at") WHERE "position" > "signed_position";
--> statement-breakpoint
CREATE TABLE "audit_link" (
  "chain_id" uuid NOT NULL REFERENCES "audit_chain",
  "position" bigint NOT NULL,
  "audit_id" bigint NOT NULL,
  "hash" bytea NOT NULL,
  PRIMARY KEY ("chain_id","position")
);
--> statement-breakpoint
CREATE TABLE "audit_checkpoint" (
  "chain_id" uuid NOT NULL REFERENCES "audit_chain",
  "position" bigint NOT NULL,
  "hash" bytea NOT NULL,
  "signed_at" timestamptz(6) NOT NULL,
  "signature" bytea NOT NULL,
  PRIMARY KEY ("chain_id","position")
);
