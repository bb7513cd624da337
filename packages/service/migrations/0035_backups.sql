-- expand
CREATE TABLE "backup" (
  "id" uuid PRIMARY KEY,
  "directory" text NOT NULL,
  "release" text NOT NULL,
  "schema" text,
  "bytes" bigint,
  "error" text,
  "ended_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
  "verified_at" timestamp (6) with time zone,
  CONSTRAINT "backup_written" CHECK (("error" is null) = ("bytes" is not null) and ("error" is null or "verified_at" is null))
);
--> statement-breakpoint
CREATE INDEX "backup_ended_at" ON "backup" ("ended_at");
