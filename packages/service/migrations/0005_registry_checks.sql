CREATE TABLE "registry_check" (
	"integration_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"registry" text NOT NULL,
	"session_id" uuid NOT NULL,
	"starts" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp(6) with time zone,
	"ended_at" timestamp(6) with time zone,
	"row" text,
	"result" "bytea",
	"object" "bytea",
	"created_at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "registry_check_integration_id_attempt_id_registry_pk" PRIMARY KEY("integration_id","attempt_id","registry")
);
--> statement-breakpoint
ALTER TABLE "registry_check" ADD CONSTRAINT "registry_check_integration_id_attempt_id_attempt_integration_id_id_fk" FOREIGN KEY ("integration_id","attempt_id") REFERENCES "public"."attempt"("integration_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "registry_check_session" ON "registry_check" USING btree ("integration_id","session_id");