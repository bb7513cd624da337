CREATE TABLE "watchlist_change" (
	"integration_id" uuid NOT NULL,
	"id" bigserial NOT NULL,
	"session_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	"snapshot" text NOT NULL,
	"difference_hash" "bytea" NOT NULL,
	"differences" "bytea" NOT NULL,
	CONSTRAINT "watchlist_change_integration_id_id_pk" PRIMARY KEY("integration_id","id")
);
--> statement-breakpoint
CREATE TABLE "watchlist_hit" (
	"integration_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"rank" integer NOT NULL,
	"current" boolean DEFAULT true NOT NULL,
	"match_status" text DEFAULT 'potential_match' NOT NULL,
	"risk_level" text,
	"entity_hash" "bytea" NOT NULL,
	"sealed" "bytea" NOT NULL,
	CONSTRAINT "watchlist_hit_integration_id_attempt_id_id_pk" PRIMARY KEY("integration_id","attempt_id","id")
);
--> statement-breakpoint
CREATE TABLE "watchlist_monitor" (
	"integration_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"status" text NOT NULL,
	"snapshot" text,
	"changed_at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "watchlist_monitor_integration_id_session_id_pk" PRIMARY KEY("integration_id","session_id")
);
--> statement-breakpoint
CREATE TABLE "watchlist_review" (
	"integration_id" uuid NOT NULL,
	"id" bigserial NOT NULL,
	"session_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"hit_id" uuid NOT NULL,
	"at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"from_status" text NOT NULL,
	"from_risk" text,
	"to_status" text NOT NULL,
	"to_risk" text,
	"seen" "bytea" NOT NULL,
	CONSTRAINT "watchlist_review_integration_id_id_pk" PRIMARY KEY("integration_id","id")
);
--> statement-breakpoint
CREATE TABLE "watchlist_screening" (
	"integration_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"status" text DEFAULT 'in_progress' NOT NULL,
	"has_unacknowledged_changes" boolean DEFAULT false NOT NULL,
	"check_type" text DEFAULT 'initial_result' NOT NULL,
	"person" "bytea" NOT NULL,
	"term" "bytea",
	"total_hits" integer DEFAULT 0 NOT NULL,
	"snapshot" text,
	"engine" text,
	"config" text,
	"created_at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	"screened_at" timestamp(6) with time zone,
	CONSTRAINT "watchlist_screening_integration_id_attempt_id_pk" PRIMARY KEY("integration_id","attempt_id"),
	CONSTRAINT "watchlist_screening_status" CHECK (status in ('in_progress','no_match','potential_match','reviewed'))
);
--> statement-breakpoint
ALTER TABLE "watchlist_hit" ADD CONSTRAINT "watchlist_hit_integration_id_attempt_id_watchlist_screening_integration_id_attempt_id_fk" FOREIGN KEY ("integration_id","attempt_id") REFERENCES "public"."watchlist_screening"("integration_id","attempt_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watchlist_monitor" ADD CONSTRAINT "watchlist_monitor_integration_id_session_id_session_integration_id_id_fk" FOREIGN KEY ("integration_id","session_id") REFERENCES "public"."session"("integration_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watchlist_screening" ADD CONSTRAINT "watchlist_screening_integration_id_attempt_id_attempt_integration_id_id_fk" FOREIGN KEY ("integration_id","attempt_id") REFERENCES "public"."attempt"("integration_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "watchlist_change_session" ON "watchlist_change" USING btree ("integration_id","session_id");--> statement-breakpoint
CREATE INDEX "watchlist_hit_session" ON "watchlist_hit" USING btree ("integration_id","session_id");--> statement-breakpoint
CREATE INDEX "watchlist_hit_entity" ON "watchlist_hit" USING btree ("integration_id","entity_hash") WHERE current;--> statement-breakpoint
CREATE INDEX "watchlist_monitor_enabled" ON "watchlist_monitor" USING btree ("integration_id","session_id") WHERE status = 'enabled';--> statement-breakpoint
CREATE INDEX "watchlist_review_session" ON "watchlist_review" USING btree ("integration_id","session_id");--> statement-breakpoint
CREATE INDEX "watchlist_screening_session" ON "watchlist_screening" USING btree ("integration_id","session_id");--> statement-breakpoint
CREATE INDEX "watchlist_screening_waiting" ON "watchlist_screening" USING btree ("created_at") WHERE status = 'in_progress';