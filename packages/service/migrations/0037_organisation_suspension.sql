-- expand
ALTER TABLE "organisation" ADD COLUMN "contact" text NOT NULL DEFAULT '';
--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "suspended_at" timestamp (6) with time zone;
--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "suspended_integrations" uuid[] NOT NULL DEFAULT '{}';
