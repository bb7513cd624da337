-- expand
ALTER TABLE "portal_user" ADD COLUMN "preferences" jsonb NOT NULL DEFAULT '{}';
