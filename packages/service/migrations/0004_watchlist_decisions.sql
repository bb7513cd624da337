CREATE TABLE "watchlist_decision" (
	"integration_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"hit_id" uuid NOT NULL,
	"entity_hash" "bytea" NOT NULL,
	"end_user_hash" "bytea",
	"vendor_hash" "bytea",
	"match_status" text NOT NULL,
	"decided_at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	"sealed" "bytea" NOT NULL,
	CONSTRAINT "watchlist_decision_integration_id_session_id_hit_id_pk" PRIMARY KEY("integration_id","session_id","hit_id")
);
--> statement-breakpoint
ALTER TABLE "watchlist_decision" ADD CONSTRAINT "watchlist_decision_integration_id_session_id_session_integration_id_id_fk" FOREIGN KEY ("integration_id","session_id") REFERENCES "public"."session"("integration_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "watchlist_decision_entity" ON "watchlist_decision" USING btree ("integration_id","entity_hash");