ALTER TABLE "registry_check" ADD COLUMN "deferrals" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "registry_check" ADD COLUMN "next_try_at" timestamp(6) with time zone;