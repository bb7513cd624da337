-- expand
CREATE TABLE "flow_session" (
	"integration_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"revision" bigint DEFAULT 1 NOT NULL,
	"holder" "bytea",
	"choices" "bytea" NOT NULL,
	"challenge_id" uuid,
	"challenge_attempt_id" uuid,
	"challenge" "bytea",
	"challenge_ends_at" timestamp(6) with time zone,
	"created_at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "flow_session_pk" PRIMARY KEY("integration_id","session_id"),
	FOREIGN KEY ("integration_id","session_id") REFERENCES "session"("integration_id","id")
);
--> statement-breakpoint
CREATE TABLE "flow_bearer" (
	"integration_id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	"session_id" uuid NOT NULL,
	"used_at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "flow_bearer_pk" PRIMARY KEY("integration_id","hash"),
	FOREIGN KEY ("integration_id","session_id") REFERENCES "session"("integration_id","id")
);
--> statement-breakpoint
CREATE INDEX "flow_bearer_hash" ON "flow_bearer" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "flow_bearer_session" ON "flow_bearer" USING btree ("integration_id","session_id","used_at");--> statement-breakpoint
CREATE INDEX "flow_bearer_age" ON "flow_bearer" USING btree ("used_at");--> statement-breakpoint
CREATE TABLE "flow_upload" (
	"integration_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"context" text NOT NULL,
	"size" integer NOT NULL,
	"digest_mac" "bytea" NOT NULL,
	"received" integer DEFAULT 0 NOT NULL,
	"facts" "bytea" NOT NULL,
	"challenge_id" uuid,
	"completed_at" timestamp(6) with time zone,
	"media_id" uuid,
	"created_at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "flow_upload_pk" PRIMARY KEY("integration_id","id"),
	FOREIGN KEY ("integration_id","attempt_id") REFERENCES "attempt"("integration_id","id")
);
--> statement-breakpoint
CREATE INDEX "flow_upload_attempt" ON "flow_upload" USING btree ("integration_id","attempt_id","context");--> statement-breakpoint
CREATE INDEX "flow_upload_session" ON "flow_upload" USING btree ("integration_id","session_id");--> statement-breakpoint
CREATE INDEX "flow_upload_unfinished" ON "flow_upload" USING btree ("created_at") WHERE completed_at is null;--> statement-breakpoint
CREATE TABLE "flow_upload_part" (
	"integration_id" uuid NOT NULL,
	"upload_id" uuid NOT NULL,
	"at" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "flow_upload_part_pk" PRIMARY KEY("integration_id","upload_id","at"),
	FOREIGN KEY ("integration_id","upload_id") REFERENCES "flow_upload"("integration_id","id") ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE "flow_picture" (
	"integration_id" uuid NOT NULL,
	"media_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"ordinal" bigserial NOT NULL,
	"context" text NOT NULL,
	"facts" "bytea" NOT NULL,
	"verdict" "bytea",
	"verdict_by" text,
	"accepted_at" timestamp(6) with time zone,
	"replaced_at" timestamp(6) with time zone,
	"created_at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "flow_picture_pk" PRIMARY KEY("integration_id","media_id"),
	CONSTRAINT "flow_picture_verdict" CHECK (verdict_by in ('measured', 'failure')),
	FOREIGN KEY ("integration_id","attempt_id") REFERENCES "attempt"("integration_id","id")
);
--> statement-breakpoint
CREATE INDEX "flow_picture_attempt" ON "flow_picture" USING btree ("integration_id","attempt_id");--> statement-breakpoint
CREATE INDEX "flow_picture_session" ON "flow_picture" USING btree ("integration_id","session_id");--> statement-breakpoint
CREATE TABLE "flow_film" (
	"integration_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"challenge_id" uuid NOT NULL,
	"steps" "bytea" NOT NULL,
	"blob" text NOT NULL,
	"size" integer NOT NULL,
	"mac" "bytea" NOT NULL,
	"created_at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "flow_film_pk" PRIMARY KEY("integration_id","id"),
	FOREIGN KEY ("integration_id","attempt_id") REFERENCES "attempt"("integration_id","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "flow_film_attempt" ON "flow_film" USING btree ("integration_id","attempt_id");--> statement-breakpoint
CREATE INDEX "flow_film_session" ON "flow_film" USING btree ("integration_id","session_id");
