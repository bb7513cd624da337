-- expand
ALTER TABLE "organisation" ADD COLUMN "codes_required" boolean NOT NULL DEFAULT false;
--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "allowed_addresses" text[] NOT NULL DEFAULT '{}';
--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "idle_minutes" integer NOT NULL DEFAULT 30;
--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "sign_in_minutes" integer NOT NULL DEFAULT 720;
--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "reveal_by_grant" boolean NOT NULL DEFAULT false;
--> statement-breakpoint
ALTER TABLE "organisation" ADD COLUMN "version" integer NOT NULL DEFAULT 1;
