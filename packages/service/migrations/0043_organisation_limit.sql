-- expand
CREATE TABLE "organisation_limit" (
  "organisation_id" uuid NOT NULL REFERENCES "organisation",
  "mode" text NOT NULL,
  "sessions_per_day" integer,
  "sessions_per_month" integer,
  "warning_percent" integer NOT NULL,
  "day" text NOT NULL,
  "day_used" integer NOT NULL,
  "month_used" integer NOT NULL,
  PRIMARY KEY ("organisation_id", "mode")
);
