-- expand
CREATE TABLE "api_request" (
	"integration_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamptz(6) NOT NULL,
	"route" text NOT NULL,
	"status" integer NOT NULL,
	"code" text,
	"cause" text,
	"detail" text,
	"key_id" uuid,
	"session_id" uuid,
	"ms" integer NOT NULL,
	"bytes" integer NOT NULL,
	"address" text,
	"unverified_bytes" integer,
	"unverified_sha256" text,
	"ignored" jsonb DEFAULT '[]' NOT NULL,
	CONSTRAINT "api_request_pk" PRIMARY KEY("integration_id","id")
);
--> statement-breakpoint
CREATE INDEX "api_request_newest" ON "api_request" ("integration_id","at" DESC,"id");
--> statement-breakpoint
CREATE INDEX "api_request_session" ON "api_request" ("integration_id","session_id") WHERE "session_id" IS NOT NULL;
