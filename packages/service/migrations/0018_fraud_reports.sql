-- expand
CREATE TABLE "fraud_report" (
  "integration_id" uuid NOT NULL,
  "id" uuid NOT NULL,
  "session_id" uuid NOT NULL,
  "decision_id" uuid NOT NULL,
  "categories" text[] NOT NULL,
  "comment" bytea,
  "actor" text NOT NULL,
  "created_at" timestamptz(6) NOT NULL DEFAULT now(),
  "reviewed_at" timestamptz(6),
  "verdict" text,
  "decision_error" bytea,
  PRIMARY KEY ("integration_id","id"),
  FOREIGN KEY ("integration_id","session_id") REFERENCES "session" ("integration_id","id"),
  FOREIGN KEY ("integration_id","decision_id") REFERENCES "decision" ("integration_id","id"),
  CONSTRAINT "fraud_report_verdict" CHECK ("verdict" IN ('Agree','Disagree'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "fraud_report_session" ON "fraud_report" ("integration_id","session_id");
--> statement-breakpoint
CREATE INDEX "fraud_report_open" ON "fraud_report" ("integration_id","created_at") WHERE "reviewed_at" IS NULL;
