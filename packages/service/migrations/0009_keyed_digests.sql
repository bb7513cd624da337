-- What clients sent as `Idempotency-Key` stood here in clear, and their bodies as digests that can be guessed. They cannot be
-- keyed without the data keys of their sessions, so the keys of the last 24 hours are forgotten.
DROP TABLE "idempotency";--> statement-breakpoint
CREATE TABLE "idempotency" (
	"integration_id" uuid NOT NULL,
	"key_mac" "bytea" NOT NULL,
	"session_id" uuid NOT NULL,
	"body_mac" "bytea",
	"resource_id" uuid NOT NULL,
	"created_at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_integration_id_key_mac_pk" PRIMARY KEY("integration_id","key_mac")
);
--> statement-breakpoint
CREATE INDEX "idempotency_session" ON "idempotency" USING btree ("integration_id","session_id");--> statement-breakpoint
CREATE INDEX "idempotency_age" ON "idempotency" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "mac" "bytea";--> statement-breakpoint
ALTER TABLE "media" ALTER COLUMN "sha256" DROP NOT NULL;--> statement-breakpoint
DROP INDEX "media_same_bytes";--> statement-breakpoint
CREATE UNIQUE INDEX "media_same_bytes" ON "media" USING btree ("integration_id","attempt_id","context","mac");--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_digest" CHECK (num_nonnulls(mac, sha256) = 1);--> statement-breakpoint
-- A number that rises with every change of what a request is judged by, in the transaction of the change, whoever makes it. Every
-- process looks at it once a second (contract A-116). The row is made by the first change.
CREATE FUNCTION "note_configuration_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "installation" ("name", "value") VALUES ('configuration-version', '1')
    ON CONFLICT ("name") DO UPDATE SET "value" = ("installation"."value"::bigint + 1)::text;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "integration_configuration" AFTER INSERT OR DELETE OR UPDATE OF "api_key", "active", "name", "settings" ON "integration"
  FOR EACH STATEMENT EXECUTE FUNCTION "note_configuration_change"();--> statement-breakpoint
CREATE TRIGGER "shared_secret_configuration" AFTER INSERT OR DELETE OR UPDATE OF "is_master" ON "shared_secret"
  FOR EACH STATEMENT EXECUTE FUNCTION "note_configuration_change"();--> statement-breakpoint
CREATE TRIGGER "session_link_keys_configuration" AFTER INSERT OR UPDATE ON "installation"
  FOR EACH ROW WHEN (new."name" = 'session-link-keys') EXECUTE FUNCTION "note_configuration_change"();
