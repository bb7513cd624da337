-- expand
CREATE TABLE "registry_outage" (
  "connector" text NOT NULL,
  "route" text NOT NULL,
  "cause" text,
  "since" timestamp (6) with time zone NOT NULL,
  "failed_at" timestamp (6) with time zone NOT NULL,
  "seen_at" timestamp (6) with time zone NOT NULL DEFAULT now(),
  "ended_at" timestamp (6) with time zone,
  PRIMARY KEY ("connector", "route")
);
