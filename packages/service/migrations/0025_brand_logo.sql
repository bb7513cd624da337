-- expand
CREATE TABLE "brand_logo" (
  "integration_id" uuid NOT NULL REFERENCES "integration" ("id"),
  "digest" text NOT NULL,
  "png" bytea NOT NULL,
  "created_at" timestamptz(6) NOT NULL DEFAULT now(),
  PRIMARY KEY ("integration_id", "digest")
);
