CREATE TABLE "blocked_face" (
	"integration_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"model" text NOT NULL,
	"face" "bytea" NOT NULL,
	"reason" text NOT NULL,
	"actor" text NOT NULL,
	"created_at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "blocked_face_integration_id_id_pk" PRIMARY KEY("integration_id","id")
);
--> statement-breakpoint
CREATE TABLE "session_link" (
	"integration_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"document_hash" "bytea",
	"personal_hash" "bytea",
	"picture_hash" "bytea",
	"model" text,
	"faces" "bytea",
	"data" "bytea" NOT NULL,
	"created_at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "session_link_integration_id_session_id_pk" PRIMARY KEY("integration_id","session_id")
);
--> statement-breakpoint
ALTER TABLE "session_link" ADD CONSTRAINT "session_link_integration_id_session_id_session_integration_id_id_fk" FOREIGN KEY ("integration_id","session_id") REFERENCES "public"."session"("integration_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "session_link_document" ON "session_link" USING btree ("integration_id","document_hash");--> statement-breakpoint
CREATE INDEX "session_link_personal" ON "session_link" USING btree ("integration_id","personal_hash");--> statement-breakpoint
CREATE INDEX "session_link_picture" ON "session_link" USING btree ("integration_id","picture_hash");--> statement-breakpoint
CREATE INDEX "session_link_newest" ON "session_link" USING btree ("integration_id","model","created_at");