CREATE TABLE "attempt" (
	"integration_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"ordinal" integer NOT NULL,
	"status" text NOT NULL,
	"fed_by" text,
	"created_at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	"submitted_at" timestamp(6) with time zone,
	"collected" "bytea",
	"address" "bytea",
	"findings" "bytea",
	CONSTRAINT "attempt_integration_id_id_pk" PRIMARY KEY("integration_id","id")
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"integration_id" uuid NOT NULL,
	"id" bigserial NOT NULL,
	"at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"session_id" uuid,
	"attempt_id" uuid,
	"from_state" text,
	"to_state" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "audit_integration_id_id_pk" PRIMARY KEY("integration_id","id")
);
--> statement-breakpoint
CREATE TABLE "decision" (
	"integration_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"ordinal" integer NOT NULL,
	"status" text NOT NULL,
	"code" integer NOT NULL,
	"reason_code" integer,
	"kind" text NOT NULL,
	"final" boolean NOT NULL,
	"decided_by" text,
	"body" "bytea" NOT NULL,
	"full_auto" "bytea",
	"created_at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "decision_integration_id_id_pk" PRIMARY KEY("integration_id","id")
);
--> statement-breakpoint
CREATE TABLE "delivery" (
	"integration_id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"started_at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	"ms" integer,
	"address" text,
	"tls" text,
	"http_status" integer,
	"error_class" text,
	"response" text,
	CONSTRAINT "delivery_integration_id_webhook_id_attempt_pk" PRIMARY KEY("integration_id","webhook_id","attempt")
);
--> statement-breakpoint
CREATE TABLE "idempotency" (
	"integration_id" uuid NOT NULL,
	"path" text NOT NULL,
	"key" text NOT NULL,
	"body_sha256" "bytea" NOT NULL,
	"resource_id" uuid NOT NULL,
	"created_at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_integration_id_path_key_pk" PRIMARY KEY("integration_id","path","key")
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "integration" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"mode" text NOT NULL,
	"api_key" uuid NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp(6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job" (
	"integration_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"session_id" uuid,
	"attempt_id" uuid,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"due_at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	"lease" bigint DEFAULT 0 NOT NULL,
	"leased_until" timestamp(6) with time zone,
	"claims" integer DEFAULT 0 NOT NULL,
	"parked_at" timestamp(6) with time zone,
	"cause" text,
	"created_at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "job_integration_id_id_pk" PRIMARY KEY("integration_id","id")
);
--> statement-breakpoint
CREATE TABLE "media" (
	"integration_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"ordinal" bigserial NOT NULL,
	"context" text NOT NULL,
	"mimetype" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" "bytea" NOT NULL,
	"blob" text NOT NULL,
	"quality" real,
	"made_by" text DEFAULT 'upload' NOT NULL,
	"created_at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_integration_id_id_pk" PRIMARY KEY("integration_id","id")
);
--> statement-breakpoint
CREATE TABLE "operator_entry" (
	"integration_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"session_id" uuid,
	"attempt_id" uuid,
	"cause" text NOT NULL,
	"created_at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	"resolved_at" timestamp(6) with time zone,
	CONSTRAINT "operator_entry_integration_id_id_pk" PRIMARY KEY("integration_id","id")
);
--> statement-breakpoint
CREATE TABLE "session" (
	"integration_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"status" text NOT NULL,
	"opened_at" timestamp(6) with time zone,
	"created_at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp(6) with time zone NOT NULL,
	"window_ends_at" timestamp(6) with time zone,
	"data_key" "bytea",
	"kek_version" integer NOT NULL,
	"sealed" "bytea",
	"attempt_id" uuid NOT NULL,
	"attempt_count" integer DEFAULT 1 NOT NULL,
	"token_issued_at" bigint NOT NULL,
	"deleted_at" timestamp(6) with time zone,
	"erased_at" timestamp(6) with time zone,
	"changed_at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "session_integration_id_id_pk" PRIMARY KEY("integration_id","id"),
	CONSTRAINT "session_status" CHECK (status in ('created','started','submitted','review','approved','declined','resubmission_requested','expired','abandoned'))
);
--> statement-breakpoint
CREATE TABLE "shared_secret" (
	"integration_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"label" text NOT NULL,
	"is_master" boolean NOT NULL,
	"sealed" "bytea" NOT NULL,
	"kek_version" integer NOT NULL,
	"created_at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp(6) with time zone,
	CONSTRAINT "shared_secret_integration_id_id_pk" PRIMARY KEY("integration_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhook" (
	"integration_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"type" text NOT NULL,
	"session_id" uuid,
	"attempt_id" uuid,
	"ordinal" bigserial NOT NULL,
	"body" "bytea" NOT NULL,
	"clear" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'due' NOT NULL,
	"held" boolean DEFAULT false NOT NULL,
	"due_at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	"first_due_at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"lease" bigint DEFAULT 0 NOT NULL,
	"leased_until" timestamp(6) with time zone,
	"created_at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp(6) with time zone,
	CONSTRAINT "webhook_integration_id_id_pk" PRIMARY KEY("integration_id","id"),
	CONSTRAINT "webhook_state" CHECK (state in ('due','delivered','failed','withdrawn'))
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoint" (
	"integration_id" uuid NOT NULL,
	"type" text NOT NULL,
	"url" text NOT NULL,
	"paused_at" timestamp(6) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_probe_at" timestamp(6) with time zone,
	"changed_at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_endpoint_integration_id_type_pk" PRIMARY KEY("integration_id","type")
);
--> statement-breakpoint
ALTER TABLE "attempt" ADD CONSTRAINT "attempt_integration_id_session_id_session_integration_id_id_fk" FOREIGN KEY ("integration_id","session_id") REFERENCES "public"."session"("integration_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision" ADD CONSTRAINT "decision_integration_id_attempt_id_attempt_integration_id_id_fk" FOREIGN KEY ("integration_id","attempt_id") REFERENCES "public"."attempt"("integration_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_integration_id_webhook_id_webhook_integration_id_id_fk" FOREIGN KEY ("integration_id","webhook_id") REFERENCES "public"."webhook"("integration_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_integration_id_attempt_id_attempt_integration_id_id_fk" FOREIGN KEY ("integration_id","attempt_id") REFERENCES "public"."attempt"("integration_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_secret" ADD CONSTRAINT "shared_secret_integration_id_integration_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integration"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_integration_id_integration_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integration"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "attempt_ordinal" ON "attempt" USING btree ("integration_id","session_id","ordinal");--> statement-breakpoint
CREATE UNIQUE INDEX "attempt_one_open" ON "attempt" USING btree ("integration_id","session_id") WHERE status in ('created', 'started');--> statement-breakpoint
CREATE INDEX "attempt_submitted" ON "attempt" USING btree ("submitted_at") WHERE status = 'submitted';--> statement-breakpoint
CREATE INDEX "audit_session" ON "audit" USING btree ("integration_id","session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "decision_chain" ON "decision" USING btree ("integration_id","attempt_id","ordinal");--> statement-breakpoint
CREATE UNIQUE INDEX "decision_one_final" ON "decision" USING btree ("integration_id","attempt_id") WHERE final;--> statement-breakpoint
CREATE INDEX "decision_session" ON "decision" USING btree ("integration_id","session_id","created_at");--> statement-breakpoint
CREATE INDEX "integration_api_key" ON "integration" USING btree ("api_key","created_at");--> statement-breakpoint
CREATE INDEX "job_due" ON "job" USING btree ("kind","due_at") WHERE parked_at is null;--> statement-breakpoint
CREATE INDEX "job_attempt" ON "job" USING btree ("integration_id","attempt_id");--> statement-breakpoint
CREATE UNIQUE INDEX "media_same_bytes" ON "media" USING btree ("integration_id","attempt_id","context","sha256");--> statement-breakpoint
CREATE INDEX "media_session" ON "media" USING btree ("integration_id","session_id");--> statement-breakpoint
CREATE INDEX "session_by_id" ON "session" USING btree ("id");--> statement-breakpoint
CREATE INDEX "session_expiry" ON "session" USING btree ("expires_at") WHERE status in ('created', 'started', 'resubmission_requested');--> statement-breakpoint
CREATE INDEX "session_window" ON "session" USING btree ("window_ends_at") WHERE window_ends_at is not null;--> statement-breakpoint
CREATE INDEX "session_erasure" ON "session" USING btree ("deleted_at") WHERE deleted_at is not null and erased_at is null;--> statement-breakpoint
CREATE INDEX "session_deletions" ON "session" USING btree ("integration_id","deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "shared_secret_one_master" ON "shared_secret" USING btree ("integration_id") WHERE is_master;--> statement-breakpoint
CREATE INDEX "webhook_due" ON "webhook" USING btree ("integration_id","type","due_at") WHERE state = 'due';--> statement-breakpoint
CREATE INDEX "webhook_leased" ON "webhook" USING btree ("integration_id","type") WHERE leased_until is not null;--> statement-breakpoint
CREATE INDEX "webhook_session" ON "webhook" USING btree ("integration_id","session_id");