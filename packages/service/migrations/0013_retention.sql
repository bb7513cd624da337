-- expand
ALTER TABLE "session" ADD COLUMN "held_at" timestamptz(6), ADD COLUMN "pictures_deleted_at" timestamptz(6);
--> statement-breakpoint
CREATE INDEX "session_held" ON "session" ("integration_id","held_at") WHERE "held_at" IS NOT NULL;
--> statement-breakpoint
CREATE TABLE "erasure" (
	"integration_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"actor" text NOT NULL,
	"requested_at" timestamptz(6) DEFAULT now() NOT NULL,
	"erased_at" timestamptz(6),
	"files" integer,
	CONSTRAINT "erasure_pk" PRIMARY KEY("integration_id","session_id","scope"),
	CONSTRAINT "erasure_scope" CHECK ("scope" IN ('session', 'pictures', 'descriptors'))
);
--> statement-breakpoint
CREATE INDEX "erasure_requested" ON "erasure" ("integration_id","requested_at");
--> statement-breakpoint
CREATE INDEX "erasure_unfinished" ON "erasure" ("requested_at") WHERE "erased_at" IS NULL;
--> statement-breakpoint
CREATE INDEX "session_link_faces" ON "session_link" ("integration_id","created_at") WHERE "faces" IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "webhook_ended" ON "webhook" ("integration_id","ended_at") WHERE "state" <> 'due' AND length("body") > 0;
