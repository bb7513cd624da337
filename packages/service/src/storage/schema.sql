-- The tables, for readers: what the migrations add up to, and what the columns mean. Nothing runs this file. A test compares it with
-- the migrated database on every engine (test/storage/schema.test.ts), so a migration and its lines here belong to one commit.
--
-- Every table carries the integration id, every key starts with it, and no query crosses it; the foreign keys are composite so that
-- a row can never point across integrations. Rows written on every request do not reference `integration` itself: a foreign key
-- there would make all of an integration's inserts lock one row; integrations are never deleted, and the inserting statements select
-- from it. Personal data is stored only in `sealed` columns: AES-256-GCM under the session's data key, which is itself wrapped by the
-- key-encryption key (`data_key`). Dropping `data_key` erases them.

-- Facts of this installation, e.g. the check value of the key-encryption key.
create table installation (
  name text primary key,
  value text not null
);

-- Who the portal's people work for. Integrations without one belong to the default organisation, made at its first use.
create table organisation (
  id uuid primary key,
  name text not null,
  is_default boolean not null default false,
  created_at timestamptz(6) not null default now(),
  -- Everybody who comes in by password needs one-time codes, whatever the role.
  codes_required boolean not null default false,
  -- Networks (CIDR) that people may use the portal from; empty: all.
  allowed_addresses text[] not null default '{}',
  -- How long sign-ins last without use, and in all. Never longer than 30 and 720 minutes, whatever is here.
  idle_minutes integer not null default 30,
  sign_in_minutes integer not null default 720,
  -- Personal data is revealed only by people who were granted it, whatever the role.
  reveal_by_grant boolean not null default false,
  -- Of name and rules: rises with every change.
  version integer not null default 1,
  -- Whom the operator reaches there; of the operator only.
  contact text not null default '',
  -- Suspended by the operator: nobody of it gets into the portal, and its integrations are stopped.
  suspended_at timestamptz(6),
  -- The integrations that the suspension stopped, which its end starts again.
  suspended_integrations uuid[] not null default '{}'
);
create unique index organisation_default on organisation (is_default) where is_default;
create unique index organisation_name on organisation (lower(name));

-- How many sessions the integrations of an organisation and mode create at most; no row: as many as they like. The row is changed by
-- the statement that creates a session, and by none where there is no row (contract A-412).
create table organisation_limit (
  organisation_id uuid not null references organisation,
  -- That of the integrations: `test` or `live`.
  mode text not null,
  -- null: no limit.
  sessions_per_day integer,
  sessions_per_month integer,
  -- Operators are alerted once so many per cent of a limit are used.
  warning_percent integer not null,
  -- UTC day (YYYY-MM-DD) of the newest session that was counted: the counters are of that day and of its month.
  day text not null,
  day_used integer not null,
  month_used integer not null,
  primary key (organisation_id, mode)
);

create table integration (
  id uuid primary key,
  name text not null,
  -- `test` or `live`, for good.
  mode text not null,
  api_key uuid not null,
  active boolean not null default true,
  -- `IntegrationSettings` of settings/integration-settings.ts, parsed at the edge.
  settings jsonb not null default '{}',
  created_at timestamptz(6) not null default now(),
  changed_at timestamptz(6) not null default now(),
  -- null: the default organisation.
  organisation_id uuid references organisation
);
create index integration_api_key on integration (api_key, created_at);

create table shared_secret (
  integration_id uuid not null references integration,
  id uuid not null,
  label text not null,
  is_master boolean not null,
  sealed bytea not null,
  kek_version integer not null,
  created_at timestamptz(6) not null default now(),
  last_used_at timestamptz(6),
  primary key (integration_id, id)
);
create unique index shared_secret_one_master on shared_secret (integration_id) where is_master;

-- Logos in the end-user flow: that of the settings, and the one before it, which pages that are open still show.
create table brand_logo (
  integration_id uuid not null references integration,
  -- SHA-256 of the file, lower-case hexadecimal.
  digest text not null,
  -- As it is served: written by the service from the pixels of what was uploaded.
  png bytea not null,
  created_at timestamptz(6) not null default now(),
  primary key (integration_id, digest)
);

-- A number that rises with every change of what a request is judged by, in the transaction of the change, whoever makes it. Every
-- process looks at it once a second (contract A-116). The row is made by the first change.
create function note_configuration_change() returns trigger language plpgsql as $$
BEGIN
  INSERT INTO "installation" ("name", "value") VALUES ('configuration-version', '1')
    ON CONFLICT ("name") DO UPDATE SET "value" = ("installation"."value"::bigint + 1)::text;
  RETURN NULL;
END
$$;
create trigger integration_configuration after insert or delete or update of api_key, active, name, settings on integration
  for each statement execute function note_configuration_change();
create trigger shared_secret_configuration after insert or delete or update of is_master on shared_secret
  for each statement execute function note_configuration_change();
create trigger session_link_keys_configuration after insert or update on installation
  for each row when (new.name = 'session-link-keys') execute function note_configuration_change();

create table session (
  integration_id uuid not null,
  id uuid not null,
  status text not null,
  -- The flow's page script reported at least once (contract A-96).
  opened_at timestamptz(6),
  created_at timestamptz(6) not null default now(),
  -- End of the lifetime (A-99, A-346).
  expires_at timestamptz(6) not null,
  -- End of the resubmission window (A-98), only while `resubmission_requested`.
  window_ends_at timestamptz(6),
  -- Wrapped data key; null once erased.
  data_key bytea,
  kek_version integer not null,
  -- `SessionData`: what session creation supplied. null once erased.
  sealed bytea,
  -- Newest attempt.
  attempt_id uuid not null,
  attempt_count integer not null default 1,
  -- Seconds since 1970 in the session token, so that the same URL can be rebuilt.
  token_issued_at bigint not null,
  deleted_at timestamptz(6),
  erased_at timestamptz(6),
  changed_at timestamptz(6) not null default now(),
  -- HMAC-SHA-256 of `vendorData` and `endUserId` under a key of the integration, by which the portal finds a session; null where it has
  -- none, of sessions older than the columns, and once erased.
  vendor_hash bytea,
  end_user_hash bytea,
  -- Legal hold: nothing of it is deleted until it is released.
  held_at timestamptz(6),
  -- Its pictures and films are deleted, its decision and data are kept.
  pictures_deleted_at timestamptz(6),
  -- Its names are in `session_name`; false of sessions older than that table, until upkeep has added them, and once erased.
  names_indexed boolean not null default false,
  -- Everything personal was erased by a person of the portal, and what is left is under a data key made then.
  redacted_at timestamptz(6),
  primary key (integration_id, id),
  constraint session_status check (
    status in (
      'created', 'started', 'submitted', 'review', 'approved', 'declined', 'resubmission_requested', 'expired', 'abandoned'
    )
  )
);
create index session_by_id on session (id);
create index session_newest on session (integration_id, created_at desc, id) where deleted_at is null;
create index session_status_newest on session (integration_id, status, created_at desc, id) where deleted_at is null;
create index session_expiry on session (expires_at) where status in ('created', 'started', 'resubmission_requested');
create index session_window on session (window_ends_at) where window_ends_at is not null;
create index session_erasure on session (deleted_at) where deleted_at is not null and erased_at is null;
create index session_vendor on session (integration_id, vendor_hash) where vendor_hash is not null;
create index session_end_user on session (integration_id, end_user_hash) where end_user_hash is not null;
create index session_held on session (integration_id, held_at) where held_at is not null;
create index session_deletions on session (integration_id, deleted_at) where deleted_at is not null;
create index session_names_missing on session (created_at) where not names_indexed and data_key is not null;
create index session_names_left on session (erased_at) where names_indexed and erased_at is not null;

-- Words of the names of a session, supplied and read, by which the portal finds it. Erased with the session.
create table session_name (
  integration_id uuid not null,
  -- First 16 bytes of the HMAC-SHA-256 of one spelling of a word under a key of the integration.
  token bytea not null,
  -- That of the session: the newest of a name are next to each other.
  created_at timestamptz(6) not null,
  session_id uuid not null,
  primary key (integration_id, token, created_at, session_id),
  foreign key (integration_id, session_id) references session (integration_id, id)
);
create index session_name_session on session_name (integration_id, session_id);

create table attempt (
  integration_id uuid not null,
  id uuid not null,
  session_id uuid not null,
  -- From 1, per session.
  ordinal integer not null,
  status text not null,
  -- Who submitted it: `api` or `flow`; null until submitted.
  fed_by text,
  created_at timestamptz(6) not null default now(),
  submitted_at timestamptz(6),
  -- `CollectedData` of the last collected-data call.
  collected bytea,
  -- Sealed end-user address as the flow saw it; null for API-fed attempts.
  address bytea,
  -- Sealed checkpoint: `PictureFindings`.
  findings bytea,
  primary key (integration_id, id),
  foreign key (integration_id, session_id) references session (integration_id, id)
);
create unique index attempt_ordinal on attempt (integration_id, session_id, ordinal);
create unique index attempt_one_open on attempt (integration_id, session_id) where status in ('created', 'started');
create index attempt_submitted on attempt (submitted_at) where status = 'submitted';

create table media (
  integration_id uuid not null,
  id uuid not null,
  session_id uuid not null,
  attempt_id uuid not null,
  -- Upload order within the installation.
  ordinal bigserial not null,
  context text not null,
  mimetype text not null,
  -- Decoded bytes.
  size integer not null,
  -- HMAC-SHA256 of the decoded bytes under a key made of the session's data key.
  mac bytea,
  -- Of rows older than `mac`, in its place: SHA-256 of the decoded bytes.
  sha256 bytea,
  -- Name in the blob store; random, never from user input.
  blob text not null,
  -- Higher is better; null until scored.
  quality real,
  -- `upload` or `service`.
  made_by text not null default 'upload',
  created_at timestamptz(6) not null default now(),
  primary key (integration_id, id),
  foreign key (integration_id, attempt_id) references attempt (integration_id, id),
  constraint media_digest check (num_nonnulls(mac, sha256) = 1)
);
create unique index media_same_bytes on media (integration_id, attempt_id, context, mac);
create index media_session on media (integration_id, session_id);
create index media_age on media (integration_id, created_at);
-- By which the sweep finds whether a file has a row.
create index media_blob on media (blob);

create table decision (
  integration_id uuid not null,
  id uuid not null,
  session_id uuid not null,
  attempt_id uuid not null,
  -- From 1, per attempt; the chain of R9.
  ordinal integer not null,
  status text not null,
  code integer not null,
  reason_code integer,
  -- `automatic`, `human`, `timeout` or `lifetime`.
  kind text not null,
  final boolean not null,
  -- The check whose result is reported (`quality`, `registry`, …); null for approvals and ends by time.
  decided_by text,
  -- The frozen body, sealed: GET decision and the webhook send exactly these bytes.
  body bytea not null,
  -- Sealed full-auto data (A-92), recorded for later.
  full_auto bytea,
  created_at timestamptz(6) not null default now(),
  primary key (integration_id, id),
  foreign key (integration_id, attempt_id) references attempt (integration_id, id)
);
create unique index decision_chain on decision (integration_id, attempt_id, ordinal);
create unique index decision_one_final on decision (integration_id, attempt_id) where final;
create index decision_session on decision (integration_id, session_id, created_at);

-- Work to do, claimed under a lease (R6–R8). A finished job's row is deleted in the transaction that stores its result.
create table job (
  integration_id uuid not null,
  id uuid not null,
  kind text not null,
  -- Where it queues; null for the lane of its kind.
  lane text,
  session_id uuid,
  attempt_id uuid,
  payload jsonb not null default '{}',
  due_at timestamptz(6) not null default now(),
  -- Rises at every claim; the fence of R7.
  lease bigint not null default 0,
  leased_until timestamptz(6),
  claims integer not null default 0,
  parked_at timestamptz(6),
  -- Last failure, without personal data.
  cause text,
  created_at timestamptz(6) not null default now(),
  primary key (integration_id, id)
);
create index job_lane on job (coalesce(lane, kind), integration_id, due_at) where parked_at is null;
create index job_attempt on job (integration_id, attempt_id);

create table webhook_endpoint (
  integration_id uuid not null references integration,
  type text not null,
  url text not null,
  -- Set by a person or a 410 (W11).
  paused_at timestamptz(6),
  -- Straight failures; the breaker opens at 20 (W10).
  failures integer not null default 0,
  -- Breaker: not before this time, except one probe.
  next_probe_at timestamptz(6),
  changed_at timestamptz(6) not null default now(),
  primary key (integration_id, type)
);

-- The outbox: one row per event, with its frozen bytes. It is its own delivery queue.
create table webhook (
  integration_id uuid not null,
  -- `webhook-id`, the same on every attempt and replay.
  id uuid not null,
  type text not null,
  session_id uuid,
  attempt_id uuid,
  -- Order of recording.
  ordinal bigserial not null,
  -- The frozen bytes: sealed under the session's data key, or in clear where `clear` (identifiers only).
  body bytea not null,
  clear boolean not null default false,
  state text not null default 'due',
  -- A held resubmission webhook is due in the future and may be withdrawn until then.
  held boolean not null default false,
  due_at timestamptz(6) not null default now(),
  first_due_at timestamptz(6) not null default now(),
  attempts integer not null default 0,
  lease bigint not null default 0,
  leased_until timestamptz(6),
  created_at timestamptz(6) not null default now(),
  ended_at timestamptz(6),
  primary key (integration_id, id),
  constraint webhook_state check (state in ('due', 'delivered', 'failed', 'withdrawn'))
);
create index webhook_due on webhook (integration_id, type, due_at) where state = 'due';
create index webhook_leased on webhook (integration_id, type) where leased_until is not null;
create index webhook_newest on webhook (integration_id, ordinal desc);
-- For the log of the portal: all states but this one are seldom.
create index webhook_undelivered on webhook (integration_id, state, ordinal desc) where state <> 'delivered';
create index webhook_type on webhook (integration_id, type, ordinal desc);
create index webhook_session on webhook (integration_id, session_id);
create index webhook_ended on webhook (integration_id, ended_at) where state <> 'due' and length(body) > 0;

-- The delivery log (W13).
create table delivery (
  integration_id uuid not null,
  webhook_id uuid not null,
  attempt integer not null,
  started_at timestamptz(6) not null default now(),
  ms integer,
  address text,
  tls text,
  http_status integer,
  -- null on success.
  error_class text,
  -- First 4 KiB of the answer, redacted.
  response text,
  primary key (integration_id, webhook_id, attempt),
  foreign key (integration_id, webhook_id) references webhook (integration_id, id)
);
create index delivery_started on delivery (started_at);

-- One row per state change, from the same transaction (I7). No personal data.
create table audit (
  integration_id uuid not null,
  id bigserial not null,
  at timestamptz(6) not null default now(),
  -- `api:<key id>`, `api`, `cli`, `cli:<name>`, `portal:<user id>`, `worker`, `flow`, `retention`.
  actor text not null,
  action text not null,
  session_id uuid,
  attempt_id uuid,
  -- State before and after where the action is a move.
  from_state text,
  to_state text,
  details jsonb not null default '{}',
  -- A person's own words, sealed under the session's data key; null without.
  note bytea,
  primary key (integration_id, id)
);
create index audit_session on audit (integration_id, session_id);
create index audit_at on audit (integration_id, at);
-- For the log of the portal: what is not written of every session, by action, and by whom.
create index audit_seldom on audit (integration_id, action, at desc, id desc) where action not in (
  'create-session', 'open-session', 'started', 'collect-data', 'upload-media', 'accept-picture', 'submit-session', 'submitted',
  'pass_checks', 'fail_check', 'complete-screening'
);
create index audit_people on audit (integration_id, at desc, id desc) where split_part(actor, ':', 1) not in ('api', 'flow', 'worker');

-- Requests to the public API whose integration is known, written behind them and kept for 30 days: the request log. No bodies, no
-- signatures and nothing of a person.
create table api_request (
  integration_id uuid not null,
  -- `x-request-id` of the answer.
  id uuid not null,
  -- End of the answer.
  at timestamptz(6) not null,
  -- Name of the endpoint; `none` where the request led to none.
  route text not null,
  -- 0: the client was gone before its answer.
  status integer not null,
  -- Of a refusal: its code, what that means here (contract A-245), and what would have been accepted.
  code text,
  cause text,
  detail text,
  -- Key that verified it; null where none did.
  key_id uuid,
  -- Session that it concerned or made; null where it is not known.
  session_id uuid,
  ms integer not null,
  -- Of its body, as far as it arrived.
  bytes integer not null,
  -- Of the client; null where a browser sent it, whose address is a person's.
  address text,
  -- Of the bytes that a signature had to cover and did not.
  unverified_bytes integer,
  -- Lower-case hex; null where it was not computed.
  unverified_sha256 text,
  -- Test integrations: names of input that was ignored (A-246).
  ignored jsonb not null default '[]',
  primary key (integration_id, id)
);
create index api_request_newest on api_request (integration_id, at desc, id);
-- For filters of the portal: what has the same of these five is next to each other.
create index api_request_kind on api_request (
  integration_id, route, status, (coalesce(code, '')), (coalesce(cause, '')), at desc, id
);
create index api_request_session on api_request (integration_id, session_id) where session_id is not null;

-- What was deleted of a session, by whom, and when it was erased: the proof, and what has to be done again after an
-- older backup is restored. No personal data; rows stay.
create table erasure (
  integration_id uuid not null,
  session_id uuid not null,
  -- `session`: all of it; `pictures`: pictures and films; `descriptors`: faces kept for comparison; `redaction`: all but what shows
  -- how it was decided.
  scope text not null,
  -- As in `audit`.
  actor text not null,
  requested_at timestamptz(6) not null default now(),
  -- null until nothing of it is left.
  erased_at timestamptz(6),
  -- Files deleted; null until then.
  files integer,
  primary key (integration_id, session_id, scope),
  constraint erasure_scope check (scope in ('session', 'pictures', 'descriptors', 'redaction'))
);
create index erasure_requested on erasure (integration_id, requested_at);
create index erasure_unfinished on erasure (requested_at) where erased_at is null;

-- What a person has to look at: parked jobs, paused endpoints, failed webhooks, unreadable blobs.
create table operator_entry (
  integration_id uuid not null,
  id uuid not null,
  kind text not null,
  session_id uuid,
  attempt_id uuid,
  cause text not null,
  created_at timestamptz(6) not null default now(),
  resolved_at timestamptz(6),
  -- When people of the portal were sent an e-mail of it.
  mailed_at timestamptz(6),
  primary key (integration_id, id)
);
create index operator_entry_open on operator_entry (integration_id, attempt_id) where resolved_at is null;
create index operator_entry_unmailed on operator_entry (created_at) where resolved_at is null and mailed_at is null;

-- A-111: requests with an `Idempotency-Key`. Nothing here can be guessed from without the key-encryption key: what the client
-- sent is stored as HMACs only, and that of its body goes with the session (A-33).
create table idempotency (
  integration_id uuid not null,
  -- HMAC-SHA256 of integration, method, path and key under a key of the installation.
  key_mac bytea not null,
  session_id uuid not null,
  -- HMAC-SHA256 of the body under a key made of the session's data key; null once the session is erased.
  body_mac bytea,
  -- What rebuilds the answer exactly: the id of the session, the medium or the attempt.
  resource_id uuid not null,
  created_at timestamptz(6) not null default now(),
  primary key (integration_id, key_mac)
);
create index idempotency_session on idempotency (integration_id, session_id);
create index idempotency_age on idempotency (created_at);

-- Watchlist screenings. All rows of a session go with its erasure. What names a person is sealed under the session's data key; what
-- only drives the work, and does not identify a person, is stored in clear.

-- The screening of one attempt, from the transaction on that yields a name; `in_progress` until its job has a result.
create table watchlist_screening (
  integration_id uuid not null,
  attempt_id uuid not null,
  session_id uuid not null,
  -- `ScreeningStatus` of core.
  status text not null default 'in_progress',
  has_unacknowledged_changes boolean not null default false,
  check_type text not null default 'initial_result',
  -- Sealed `ScreenedPerson`: the checkpoint of what was read.
  person bytea not null,
  -- Sealed `SearchTerm` as applied; null without a result.
  term bytea,
  -- Hits found; may exceed those kept.
  total_hits integer not null default 0,
  -- Versions that produced the hits, for replay: state of the lists, code and tables, options and policies.
  snapshot text,
  engine text,
  config text,
  created_at timestamptz(6) not null default now(),
  -- The run that produced the current hits; null without a result.
  screened_at timestamptz(6),
  -- Who has taken it, since when; counts while the person may decide its hits. Null: it is free.
  assignee_id uuid,
  assigned_at timestamptz(6),
  -- Rises with every change of the assignee.
  assignee_version integer not null default 0,
  primary key (integration_id, attempt_id),
  foreign key (integration_id, attempt_id) references attempt (integration_id, id),
  constraint watchlist_screening_status check (status in ('in_progress', 'no_match', 'potential_match', 'reviewed'))
);
create index watchlist_screening_session on watchlist_screening (integration_id, session_id);
create index watchlist_screening_waiting on watchlist_screening (created_at) where status = 'in_progress';
-- For the queue of the portal: what waits longest first.
create index watchlist_screening_status on watchlist_screening (integration_id, status, screened_at);
create index watchlist_screening_changed on watchlist_screening (integration_id, screened_at) where has_unacknowledged_changes;
create index watchlist_screening_assignee on watchlist_screening (integration_id, assignee_id) where assignee_id is not null;

-- The hits of a screening. The id belongs to session and entity, so that it outlives runs, attempts and merged entities.
create table watchlist_hit (
  integration_id uuid not null,
  attempt_id uuid not null,
  id uuid not null,
  session_id uuid not null,
  -- Place in the result, from 0.
  rank integer not null,
  -- False once the entity is no longer a hit.
  current boolean not null default true,
  match_status text not null default 'potential_match',
  risk_level text,
  -- HMAC-SHA-256 of the entity's id under a key of the installation: finds who is concerned when a list changes.
  entity_hash bytea not null,
  -- Sealed `KeptHit`.
  sealed bytea not null,
  primary key (integration_id, attempt_id, id),
  foreign key (integration_id, attempt_id) references watchlist_screening (integration_id, attempt_id)
);
create index watchlist_hit_session on watchlist_hit (integration_id, session_id);
create index watchlist_hit_open on watchlist_hit (integration_id, session_id) where current and match_status = 'potential_match';
create index watchlist_hit_entity on watchlist_hit (integration_id, entity_hash) where current;

-- Every decision about a hit and every reopening, append-only while the session lives.
create table watchlist_review (
  integration_id uuid not null,
  id bigserial not null,
  session_id uuid not null,
  attempt_id uuid not null,
  hit_id uuid not null,
  at timestamptz(6) not null default now(),
  -- As in `audit`.
  actor text not null,
  from_status text not null,
  from_risk text,
  to_status text not null,
  to_risk text,
  -- Sealed `FoundHit`: the hit with its trace as it was seen at the time.
  seen bytea not null,
  -- Sealed: what the person wrote beside the decision; null without.
  note bytea,
  primary key (integration_id, id)
);
create index watchlist_review_session on watchlist_review (integration_id, session_id);

-- The last decision about every hit of a session that names its customer, by which a later session of the same customer finds
-- it. Hashes are keyed (HMAC-SHA-256), those of customers by integration.
create table watchlist_decision (
  integration_id uuid not null,
  session_id uuid not null,
  hit_id uuid not null,
  -- As in `watchlist_hit`.
  entity_hash bytea not null,
  -- Of `endUserId` and of `vendorData`; at least one of them.
  end_user_hash bytea,
  vendor_hash bytea,
  match_status text not null,
  decided_at timestamptz(6) not null default now(),
  -- Sealed `KeptDecision`.
  sealed bytea not null,
  primary key (integration_id, session_id, hit_id),
  foreign key (integration_id, session_id) references session (integration_id, id)
);
create index watchlist_decision_entity on watchlist_decision (integration_id, entity_hash);

-- Material changes that monitoring has found, append-only while the session lives.
create table watchlist_change (
  integration_id uuid not null,
  id bigserial not null,
  session_id uuid not null,
  attempt_id uuid not null,
  at timestamptz(6) not null default now(),
  snapshot text not null,
  -- HMAC-SHA-256 of snapshots before and after and of the differences, under a key of the installation.
  difference_hash bytea not null,
  -- Sealed `Difference[]`.
  differences bytea not null,
  -- Sealed `FoundHit[]`: those that differ as they were; null: found before they were kept.
  former bytea,
  -- A reviewer has seen it.
  acknowledged boolean not null default false,
  primary key (integration_id, id)
);
create index watchlist_change_session on watchlist_change (integration_id, session_id);

-- Every search that gave a result: the first and each that changed it. Append-only while the session lives.
create table watchlist_search (
  integration_id uuid not null,
  id bigserial not null,
  session_id uuid not null,
  attempt_id uuid not null,
  at timestamptz(6) not null default now(),
  -- `initial_result` or `updated_result`.
  check_type text not null,
  -- As in `watchlist_screening`.
  snapshot text not null,
  engine text not null,
  config text not null,
  total_hits integer not null,
  -- Sealed `FoundBySearch`: search term, hits, and when each source was last confirmed.
  found bytea not null,
  primary key (integration_id, id)
);
create index watchlist_search_session on watchlist_search (integration_id, session_id);

-- What the lists of a snapshot were made of, kept for as long as the installation lives: snapshots are not. Holds no personal data,
-- and so belongs to no integration.
create table watchlist_lists (
  snapshot text not null,
  -- SHA-256 of `sources`, hex: sources that are published anew with the same entries give the same snapshot.
  digest text not null,
  -- `KeptVersion[]`.
  sources jsonb not null,
  -- When a screening first used it.
  recorded_at timestamptz(6) not null default now(),
  primary key (snapshot, digest)
);

-- Ongoing monitoring of a session; no row where it was never configured.
create table watchlist_monitor (
  integration_id uuid not null,
  session_id uuid not null,
  -- The attempt whose result is kept up to date: the newest one with a result.
  attempt_id uuid not null,
  -- `enabled` or `disabled`.
  status text not null,
  -- State of the lists that the result was last compared with.
  snapshot text,
  changed_at timestamptz(6) not null default now(),
  primary key (integration_id, session_id),
  foreign key (integration_id, session_id) references session (integration_id, id)
);
create index watchlist_monitor_enabled on watchlist_monitor (integration_id, session_id) where status = 'enabled';
create index watchlist_monitor_disabled on watchlist_monitor (changed_at) where status = 'disabled';

-- One pass over the monitored sessions. Those that follow a change of the lists form a chain without gaps: each begins at the
-- state where the one before it ended. Holds no personal data, and so belongs to no integration.
create table watchlist_run (
  id uuid primary key,
  -- Place in the chain, from 1; null when all are screened anew for another reason.
  ordinal integer,
  -- Only this integration's sessions; null for all.
  integration_id uuid,
  -- What all monitored results were compared with: lists, engine, policies; null: unknown, and all sessions are looked at.
  from_state text,
  -- What is in force since the run was planned.
  to_state text not null,
  -- Integration and session up to which all are done, `/` between; `''` at the beginning.
  cursor text not null default '',
  -- Sessions whose screening was queued.
  queued integer not null default 0,
  -- Of whoever works on it; every write names it (R7).
  lease integer not null default 0,
  leased_until timestamptz(6),
  created_at timestamptz(6) not null default now(),
  finished_at timestamptz(6)
);
create unique index watchlist_run_ordinal on watchlist_run (ordinal);
create index watchlist_run_open on watchlist_run (created_at) where finished_at is null;

-- The check of one attempt by one registry, from the transaction on that queues it; without `ended_at` it still waits. Rows go with
-- the erasure of their session.
create table registry_check (
  integration_id uuid not null,
  attempt_id uuid not null,
  -- `RegistryName` of registry-checks.ts.
  registry text not null,
  session_id uuid not null,
  -- How often a call was begun; recorded before each call.
  starts integer not null default 0,
  started_at timestamptz(6),
  -- How often it was put off because the registry gave no answer; a try that begins later counts its own starts.
  deferrals integer not null default 0,
  -- When it is called again after that; null when it was never put off.
  next_try_at timestamptz(6),
  ended_at timestamptz(6),
  -- Sealed: what is kept of how it ended, for Colombia without names; null when it did not run, or not yet.
  result bytea,
  -- Sealed object of the decision body; null without one.
  object bytea,
  created_at timestamptz(6) not null default now(),
  primary key (integration_id, attempt_id, registry),
  foreign key (integration_id, attempt_id) references attempt (integration_id, id)
);
create index registry_check_session on registry_check (integration_id, session_id);
create index registry_check_waiting on registry_check (created_at) where ended_at is null;

-- What links a session with others of its integration: kept only where the integration's settings enable it, and no longer
-- than the session. Hashes are keyed (HMAC-SHA-256, a key per integration); faces and data are sealed under the session's
-- data key.
create table session_link (
  integration_id uuid not null,
  session_id uuid not null,
  -- Of issuing state and document number.
  document_hash bytea,
  -- Of the national number.
  personal_hash bytea,
  -- Of the perceptual hash of the person's picture.
  picture_hash bytea,
  -- Which model described the faces; null without faces.
  model text,
  -- Sealed `LinkedFaces`; null when no face was fit to compare.
  faces bytea,
  -- Sealed `LinkedData`.
  data bytea not null,
  created_at timestamptz(6) not null default now(),
  primary key (integration_id, session_id),
  foreign key (integration_id, session_id) references session (integration_id, id)
);
create index session_link_document on session_link (integration_id, document_hash);
create index session_link_personal on session_link (integration_id, personal_hash);
create index session_link_picture on session_link (integration_id, picture_hash);
create index session_link_faces on session_link (integration_id, created_at) where faces is not null;
create index session_link_newest on session_link (integration_id, model, created_at);

-- Faces an operator has blocked (127). They outlive the session they were taken from, until the operator takes them off.
create table blocked_face (
  integration_id uuid not null,
  id uuid not null,
  model text not null,
  -- The descriptor, sealed under a key derived for the integration.
  face bytea not null,
  -- Why, in the operator's words.
  reason text not null,
  actor text not null,
  created_at timestamptz(6) not null default now(),
  primary key (integration_id, id)
);

-- The migrations that this database has had, with the digest of their files; written by engine/migrate.ts alone.
create table migration (
  name text primary key,
  sha256 text not null,
  applied_at timestamptz not null default now(),
  -- Only adds: a release without the file serves on (0028).
  expands boolean not null default false
);

-- The end-user flow. All rows of a session go with its erasure; what is personal is sealed under the session's data key.

-- A session that a page has entered.
create table flow_session (
  integration_id uuid not null,
  session_id uuid not null,
  -- Raised by every change of the flow's own. What a page is told grows with the session's audit rows as well, and so with whatever
  -- else moves it.
  revision bigint not null default 1,
  -- Hash of the bearer of the page that holds the session.
  holder bytea,
  -- Sealed `FlowChoices`: language, document, consents with their proof, typed members.
  choices bytea not null,
  -- The last sequence drawn, of which attempt, and until when a film may answer it; the steps are sealed.
  challenge_id uuid,
  challenge_attempt_id uuid,
  challenge bytea,
  challenge_ends_at timestamptz(6),
  created_at timestamptz(6) not null default now(),
  primary key (integration_id, session_id),
  foreign key (integration_id, session_id) references session (integration_id, id)
);

-- Pages that have entered. A bearer itself is stored nowhere.
create table flow_bearer (
  integration_id uuid not null,
  -- SHA-256 of the bearer, which is 256 random bits.
  hash bytea not null,
  session_id uuid not null,
  -- To the minute: it ends 30 minutes after its last use.
  used_at timestamptz(6) not null default now(),
  -- Of a phone that the session was passed on to: the handoff it came by.
  handoff_id uuid,
  primary key (integration_id, hash),
  foreign key (integration_id, session_id) references session (integration_id, id)
);
create index flow_bearer_hash on flow_bearer (hash);
create index flow_bearer_session on flow_bearer (integration_id, session_id, used_at);
create index flow_bearer_age on flow_bearer (used_at);

-- Sessions that a page passes on to a phone (contract A-290): one row for each code.
create table flow_handoff (
  integration_id uuid not null,
  id uuid not null,
  session_id uuid not null,
  -- `offered`: the code can be claimed; `claimed`: by a phone, and the number is not confirmed; `confirmed`: the phone goes on;
  -- `alone`: it goes on without the computer; `missed`: a wrong number; `ended`: taken back or withdrawn.
  state text not null default 'offered',
  -- SHA-256 of the code, which is 128 random bits.
  code bytea not null,
  -- Hash of the bearer of the page that offers it; null once that page has left, or has seen that a number was wrong.
  origin bytea,
  -- SHA-256 of the token of the phone's own link, which is 256 random bits; null until claimed.
  phone bytea,
  -- Sealed `HandoffFacts`: both devices, their addresses, and the numbers.
  facts bytea not null,
  -- Until when it can be claimed.
  expires_at timestamptz(6) not null,
  created_at timestamptz(6) not null default now(),
  primary key (integration_id, id),
  constraint flow_handoff_state check (state in ('offered', 'claimed', 'confirmed', 'alone', 'missed', 'ended')),
  foreign key (integration_id, session_id) references session (integration_id, id)
);
create unique index flow_handoff_code on flow_handoff (code);
create unique index flow_handoff_phone on flow_handoff (phone);
create index flow_handoff_session on flow_handoff (integration_id, session_id, created_at);
create index flow_handoff_unclaimed on flow_handoff (expires_at) where state = 'offered';

-- Uploads in parts, of pictures and films.
create table flow_upload (
  integration_id uuid not null,
  id uuid not null,
  session_id uuid not null,
  attempt_id uuid not null,
  context text not null,
  -- Bytes announced.
  size integer not null,
  -- HMAC-SHA256 of the digest announced under a key made of the session's data key.
  digest_mac bytea not null,
  -- Bytes in the parts.
  received integer not null default 0,
  -- Sealed `PictureFacts`: how the picture was taken.
  facts bytea not null,
  -- Of a film: the challenge it answers.
  challenge_id uuid,
  completed_at timestamptz(6),
  -- The medium it became; null until then, and for films.
  media_id uuid,
  created_at timestamptz(6) not null default now(),
  primary key (integration_id, id),
  foreign key (integration_id, attempt_id) references attempt (integration_id, id)
);
create index flow_upload_attempt on flow_upload (integration_id, attempt_id, context);
create index flow_upload_session on flow_upload (integration_id, session_id);
create index flow_upload_unfinished on flow_upload (created_at) where completed_at is null;

-- Their bytes until they are complete.
create table flow_upload_part (
  integration_id uuid not null,
  upload_id uuid not null,
  -- Offset of the first byte.
  at integer not null,
  -- Sealed.
  bytes bytea not null,
  primary key (integration_id, upload_id, at),
  foreign key (integration_id, upload_id) references flow_upload (integration_id, id) on delete cascade
);

-- What the flow knows of its pictures beside `media`; it outlives a medium that was replaced.
create table flow_picture (
  integration_id uuid not null,
  media_id uuid not null,
  session_id uuid not null,
  attempt_id uuid not null,
  ordinal bigserial not null,
  context text not null,
  -- Sealed `PictureFacts`.
  facts bytea not null,
  -- Sealed `StoredVerdict`; null until judged.
  verdict bytea,
  -- `measured`, or `failure` where the service could not judge.
  verdict_by text,
  -- The person uses it although it has problems: evidence.
  accepted_at timestamptz(6),
  -- Another one was taken in its place, and its medium is gone.
  replaced_at timestamptz(6),
  created_at timestamptz(6) not null default now(),
  primary key (integration_id, media_id),
  constraint flow_picture_verdict check (verdict_by in ('measured', 'failure')),
  foreign key (integration_id, attempt_id) references attempt (integration_id, id)
);
create index flow_picture_attempt on flow_picture (integration_id, attempt_id);
create index flow_picture_session on flow_picture (integration_id, session_id);

-- The film of an attempt's challenge.
create table flow_film (
  integration_id uuid not null,
  -- Also what its frames of ciphertext are bound to, as a medium's are to its id.
  id uuid not null,
  session_id uuid not null,
  attempt_id uuid not null,
  -- Of the challenge it answers: its id, and sealed the movements that were drawn.
  challenge_id uuid not null,
  steps bytea not null,
  -- Name in the blob store.
  blob text not null,
  size integer not null,
  -- HMAC-SHA256 of the bytes under a key made of the session's data key.
  mac bytea not null,
  created_at timestamptz(6) not null default now(),
  primary key (integration_id, id),
  foreign key (integration_id, attempt_id) references attempt (integration_id, id)
);
create unique index flow_film_attempt on flow_film (integration_id, attempt_id);
create index flow_film_session on flow_film (integration_id, session_id);
create index flow_film_age on flow_film (integration_id, created_at);
create index flow_film_blob on flow_film (blob);

-- Statuses that an integration defined for its own use (contract A-250). Retired ones stay, for what they were added to.
create table user_status (
  integration_id uuid not null references integration,
  id uuid not null,
  name text not null,
  -- Made of the name; both are frozen from `used_at` on.
  code text not null,
  -- What a reason is: none, one of `reasons`, or words that are typed.
  reason_form text not null,
  reasons text[] not null default '{}',
  -- Rises with every change.
  version integer not null default 1,
  created_at timestamptz(6) not null default now(),
  -- When it was first added to an attempt.
  used_at timestamptz(6),
  retired_at timestamptz(6),
  primary key (integration_id, id),
  constraint user_status_reason_form check (reason_form in ('none', 'list', 'text'))
);
create unique index user_status_code on user_status (integration_id, code);

-- What people added to attempts and took back (contract A-251): append-only while the session lives.
create table user_status_entry (
  integration_id uuid not null,
  id uuid not null,
  -- Order of recording.
  ordinal bigserial not null,
  session_id uuid not null,
  attempt_id uuid not null,
  status_id uuid not null,
  -- The entry that this one takes back; null: it adds the status.
  removes uuid,
  -- Sealed text; null without one.
  reason bytea,
  -- Of a reason of the list; null for words that were typed.
  reason_code text,
  -- As in `audit`.
  actor text not null,
  created_at timestamptz(6) not null default now(),
  primary key (integration_id, id),
  foreign key (integration_id, attempt_id) references attempt (integration_id, id),
  foreign key (integration_id, status_id) references user_status (integration_id, id)
);
create index user_status_entry_session on user_status_entry (integration_id, session_id);
create unique index user_status_entry_removed on user_status_entry (integration_id, removes) where removes is not null;

-- Sessions that the client reported as fraud, one report each (contract A-81). Erased with the session.
create table fraud_report (
  integration_id uuid not null,
  id uuid not null,
  session_id uuid not null,
  -- The newest one when the session was reported: `initialDecision` and `verifiedAt`.
  decision_id uuid not null,
  categories text[] not null,
  -- Sealed text; null without one.
  comment bytea,
  -- As in `audit`.
  actor text not null,
  created_at timestamptz(6) not null default now(),
  -- null until the operator has reviewed it.
  reviewed_at timestamptz(6),
  verdict text,
  -- What was wrong with the decision, sealed; null where nothing was.
  decision_error bytea,
  primary key (integration_id, id),
  foreign key (integration_id, session_id) references session (integration_id, id),
  foreign key (integration_id, decision_id) references decision (integration_id, id),
  constraint fraud_report_verdict check (verdict in ('Agree', 'Disagree'))
);
create unique index fraud_report_session on fraud_report (integration_id, session_id);
create index fraud_report_open on fraud_report (integration_id, created_at) where reviewed_at is null;

-- The portal. Its rows belong to organisations, not to integrations; of end users they hold nothing.

-- A person who may sign in. Removed ones keep their name, for the audit log.
create table portal_user (
  id uuid primary key,
  organisation_id uuid not null references organisation,
  -- Lower case; null once removed.
  email text,
  name text not null,
  language text not null default 'en',
  role text not null,
  -- Those the role is narrowed to; null: all of the organisation.
  integrations uuid[],
  -- Deviations from the role's cell; null: as the role has it.
  grant_reveal boolean,
  grant_export boolean,
  -- Argon2id in PHC form.
  password_hash text,
  -- Secrets of one-time codes, sealed under a key of the installation: the one in force, and one not confirmed yet.
  totp_sealed bytea,
  totp_pending bytea,
  -- The last time step of which a code counted; it and those before count no more.
  totp_step bigint,
  -- The owner of a development start need not set up codes; production ignores it.
  totp_waived boolean not null default false,
  -- How the portal's pages are for this person: saved views of lists, shortcuts. No search texts, which may be of a client's customer.
  preferences jsonb not null default '{}',
  -- Rises with every change of role, reach and grants.
  version integer not null default 1,
  created_at timestamptz(6) not null default now(),
  seen_at timestamptz(6),
  removed_at timestamptz(6),
  constraint portal_user_role check (role in ('owner', 'admin', 'developer', 'reviewer', 'viewer', 'auditor')),
  constraint portal_user_removed check ((email is null) = (removed_at is not null))
);
create unique index portal_user_email on portal_user (email);
-- Here, because screenings come before people.
alter table watchlist_screening add foreign key (assignee_id) references portal_user;
create index portal_user_organisation on portal_user (organisation_id);

-- Codes for a person without the device that makes one-time codes.
create table portal_recovery_code (
  user_id uuid not null references portal_user,
  -- HMAC-SHA-256 under a key of the installation.
  hash bytea not null,
  used_at timestamptz(6),
  primary key (user_id, hash)
);

-- Invitations nobody has accepted yet.
create table portal_invitation (
  id uuid primary key,
  organisation_id uuid not null references organisation,
  email text not null,
  role text not null,
  integrations uuid[],
  grant_reveal boolean,
  -- SHA-256 of the token, which is 256 random bits.
  token_hash bytea not null,
  -- As an actor of the audit log.
  invited_by text not null,
  created_at timestamptz(6) not null default now(),
  expires_at timestamptz(6) not null
);
create unique index portal_invitation_token on portal_invitation (token_hash);
create unique index portal_invitation_email on portal_invitation (organisation_id, email);

-- E-mails that are to be sent; gone once the server took them, or nobody needs them any more.
create table mail (
  id uuid primary key,
  organisation_id uuid not null references organisation,
  kind text not null,
  -- The invitation; of an alert its first operator entry, or the organisation whose limit it is about; of an e-mail address the change of it; of a password the account.
  subject_id uuid not null,
  -- Recipient, subject and text, under a key of the installation.
  sealed bytea not null,
  tries integer not null default 0,
  created_at timestamptz(6) not null default now(),
  due_at timestamptz(6) not null default now(),
  -- Nobody needs it any more.
  expires_at timestamptz(6) not null,
  constraint mail_kind check (kind in ('invitation', 'alert', 'email-change', 'email-changed', 'password-changed'))
);
create index mail_due on mail (due_at);

-- Exports of lists of sessions. A worker writes one in parts, each a transaction of its own.
create table session_export (
  organisation_id uuid not null references organisation,
  id uuid not null,
  -- Whose sessions it holds. Who does not reach all of them does not reach it.
  integrations uuid[] not null,
  requested_by uuid not null references portal_user,
  -- `csv` or `jsonl`.
  format text not null,
  -- With personal data, not masked.
  personal boolean not null,
  -- Filters and reason, sealed under a key of the installation: a search text may be of a client's customer.
  request bytea not null,
  -- `running`: waits for a worker, or one is at it.
  state text not null default 'running',
  -- Of `failed`: why.
  cause text,
  -- So far: sessions, bytes of their lines, and parts.
  rows integer not null default 0,
  bytes bigint not null default 0,
  parts integer not null default 0,
  -- The last session so far.
  place_at timestamptz(6),
  place_id uuid,
  -- Rises with every claim.
  lease integer not null default 0,
  -- Claims since the last part.
  claims integer not null default 0,
  leased_until timestamptz(6),
  created_at timestamptz(6) not null default now(),
  -- When a worker was last at it: the one left alone for longest is next.
  worked_at timestamptz(6) not null default now(),
  ended_at timestamptz(6),
  -- Of `done`: until when it can be downloaded.
  expires_at timestamptz(6),
  primary key (organisation_id, id),
  constraint session_export_format check (format in ('csv', 'jsonl')),
  constraint session_export_state check (state in ('running', 'done', 'failed', 'cancelled', 'expired'))
);
create index session_export_waiting on session_export (worked_at) where state = 'running';
create index session_export_age on session_export (organisation_id, created_at);

-- Lines of an export. The arrays have one member for each line.
create table session_export_part (
  organisation_id uuid not null,
  export_id uuid not null,
  ordinal integer not null,
  integrations uuid[] not null,
  sessions uuid[] not null,
  -- Each line under the data key of its session, so that it is erased with it.
  sealed bytea[] not null,
  primary key (organisation_id, export_id, ordinal),
  foreign key (organisation_id, export_id) references session_export (organisation_id, id)
);

-- Browsers that are signed in, or have still to show a code (`totp`) or set one up (`enrol`).
create table portal_sign_in (
  id uuid primary key,
  user_id uuid not null references portal_user,
  -- SHA-256 of the cookie, which is 256 random bits.
  token_hash bytea not null,
  stage text not null,
  -- Browser and system in words.
  device text not null,
  address text not null,
  created_at timestamptz(6) not null default now(),
  -- To the minute: it ends 30 minutes after its last use.
  seen_at timestamptz(6) not null default now(),
  stepped_up_until timestamptz(6),
  constraint portal_sign_in_stage check (stage in ('totp', 'enrol', 'done'))
);
create unique index portal_sign_in_token on portal_sign_in (token_hash);
create index portal_sign_in_user on portal_sign_in (user_id);
create index portal_sign_in_age on portal_sign_in (seen_at);

-- Passkeys of people: public keys of WebAuthn credentials.
create table portal_passkey (
  id uuid primary key,
  user_id uuid not null references portal_user,
  -- As the authenticator names it, 1 to 1023 bytes.
  credential_id bytea not null,
  -- DER, SubjectPublicKeyInfo.
  public_key bytea not null,
  -- Of the last signature; 0 where the authenticator does not count.
  sign_count bigint not null,
  -- As the person named it.
  name text not null,
  -- The authenticator said that it keeps a copy elsewhere.
  backed_up boolean not null,
  created_at timestamptz(6) not null default now(),
  used_at timestamptz(6)
);
create unique index portal_passkey_credential on portal_passkey (credential_id);
create index portal_passkey_user on portal_passkey (user_id);

-- Passkeys that a page has asked a browser for; gone with the answer, whatever it is, and after five minutes.
create table portal_passkey_attempt (
  -- SHA-256 of what the page was given, which is 256 random bits.
  token_hash bytea primary key,
  -- What the passkey has to sign, 32 random bytes.
  challenge bytea not null,
  purpose text not null,
  -- Nobody is signed in yet: null.
  sign_in_id uuid references portal_sign_in on delete cascade,
  -- HMAC-SHA-256 of the network address under a key of the installation.
  network bytea not null,
  created_at timestamptz(6) not null default now(),
  constraint portal_passkey_attempt_purpose check (purpose in ('add', 'sign-in', 'step-up')),
  constraint portal_passkey_attempt_sign_in check ((sign_in_id is null) = (purpose = 'sign-in'))
);
create index portal_passkey_attempt_network on portal_passkey_attempt (network, created_at);
create index portal_passkey_attempt_sign_in on portal_passkey_attempt (sign_in_id);
create index portal_passkey_attempt_age on portal_passkey_attempt (created_at);

-- Single sign-on of an organisation: its OpenID Connect provider.
create table portal_sso (
  organisation_id uuid primary key references organisation,
  -- As the provider names itself, letter by letter.
  issuer text not null,
  client_id text not null,
  -- Sealed under a key of the installation.
  client_secret bytea not null,
  -- Lower case: people with an e-mail address there are led to the provider.
  domains text[] not null default '{}',
  enabled boolean not null default false,
  -- People other than owners come in by it only.
  required boolean not null default false,
  -- Rises with every change.
  version integer not null default 1,
  changed_at timestamptz(6) not null default now(),
  constraint portal_sso_required check (enabled or not required)
);

-- Which account of the provider a person has. Only a person, or an invitation, makes the link: never an e-mail address alone.
create table portal_sso_identity (
  organisation_id uuid not null references organisation,
  issuer text not null,
  subject text not null,
  user_id uuid not null references portal_user,
  -- As the provider called the account when it was linked; for the person to recognise it by.
  name text,
  created_at timestamptz(6) not null default now(),
  used_at timestamptz(6),
  primary key (organisation_id, issuer, subject)
);
create unique index portal_sso_identity_user on portal_sso_identity (user_id);

-- Browsers that are at the provider; gone when they come back, with whatever result, and after ten minutes.
create table portal_sso_attempt (
  -- SHA-256 of the state, which is 256 random bits. Nonce and PKCE verifier are made of the state, and stored nowhere.
  state_hash bytea primary key,
  -- SHA-256 of the cookie of the browser that began.
  browser_hash bytea not null,
  organisation_id uuid not null references organisation,
  -- As they were: an answer counts for the provider that was configured then, and still is.
  issuer text not null,
  client_id text not null,
  purpose text not null,
  -- Of `link` and `step-up`.
  sign_in_id uuid references portal_sign_in on delete cascade,
  -- Of `accept`: SHA-256 of the token, and the language of the page.
  invitation_hash bytea,
  language text,
  -- Page below `/portal` that was wanted.
  path text,
  -- HMAC-SHA-256 of the network address under a key of the installation.
  network bytea not null,
  created_at timestamptz(6) not null default now(),
  constraint portal_sso_attempt_purpose check (purpose in ('sign-in', 'accept', 'link', 'step-up')),
  constraint portal_sso_attempt_sign_in check ((sign_in_id is not null) = (purpose in ('link', 'step-up'))),
  constraint portal_sso_attempt_invitation check ((invitation_hash is not null) = (purpose = 'accept'))
);
create index portal_sso_attempt_network on portal_sso_attempt (network, created_at);
create index portal_sso_attempt_sign_in on portal_sso_attempt (sign_in_id);
create index portal_sso_attempt_age on portal_sso_attempt (created_at);

-- Decisions that one person proposed and another one has to confirm, where the integration requires two people. Erased with the session.
create table proposal (
  integration_id uuid not null,
  id uuid not null,
  session_id uuid not null,
  attempt_id uuid not null,
  -- `review`: of the session; `hit`: about a hit of its screening.
  kind text not null,
  hit_id uuid,
  -- `approve`, `decline` or `ask-again`; of a hit its match status.
  decision text not null,
  reason_code integer,
  risk_level text,
  -- What session or hit was then; it is decided from there or not at all.
  from_status text not null,
  -- Sealed words of the person; null without.
  note bytea,
  -- `overtaken`: it was decided in another way meanwhile.
  state text not null default 'open',
  proposed_by uuid not null references portal_user,
  -- Who confirmed, rejected or withdrew it; null for all other ends.
  ended_by uuid references portal_user,
  created_at timestamptz(6) not null default now(),
  expires_at timestamptz(6) not null,
  ended_at timestamptz(6),
  primary key (integration_id, id),
  foreign key (integration_id, attempt_id) references attempt (integration_id, id),
  constraint proposal_kind check ((kind = 'hit') = (hit_id is not null) and kind in ('review', 'hit')),
  constraint proposal_state check (state in ('open', 'confirmed', 'rejected', 'withdrawn', 'expired', 'overtaken'))
);
create unique index proposal_open on proposal (integration_id, session_id, coalesce(hit_id, session_id)) where state = 'open';
create index proposal_session on proposal (integration_id, session_id);
create index proposal_expiry on proposal (expires_at) where state = 'open';

-- Changes of an integration's settings that wait for a second person, or for their time.
create table setting_proposal (
  integration_id uuid not null references integration,
  id uuid not null,
  -- `[{ name, to }]` with NAME or GROUP.MEMBER; without `to`: back to the default.
  changes jsonb not null,
  -- Values in force that become others, by name, and what they become. It is applied from there or not at all.
  before jsonb not null,
  after jsonb not null,
  -- For the audit log too; never personal data.
  reason text not null,
  -- `open` waits for a second person, `planned` for its time; `failed`: other values were in force by then, or they are not taken.
  state text not null,
  -- null: as soon as it is approved.
  effective_at timestamptz(6),
  -- As in the audit log, such as `cli:ada`.
  proposed_by text not null,
  -- null: nobody had to, or nobody has yet.
  approved_by text,
  ended_by text,
  -- Why it failed.
  cause text,
  created_at timestamptz(6) not null default now(),
  -- Of an open one.
  expires_at timestamptz(6) not null,
  ended_at timestamptz(6),
  primary key (integration_id, id),
  constraint setting_proposal_state check (state in ('open', 'planned', 'applied', 'withdrawn', 'expired', 'failed'))
);
create index setting_proposal_waiting on setting_proposal (state, effective_at) where state in ('open', 'planned');
create index setting_proposal_integration on setting_proposal (integration_id, created_at);
create index setting_proposal_by_id on setting_proposal (id);

-- E-mail addresses that people want to change to, and whose mailbox has not confirmed yet.
create table portal_email_change (
  user_id uuid primary key references portal_user,
  id uuid not null,
  -- Lower case.
  email text not null,
  -- SHA-256 of the token, which is 256 random bits.
  token_hash bytea not null,
  created_at timestamptz(6) not null default now(),
  expires_at timestamptz(6) not null
);
create unique index portal_email_change_token on portal_email_change (token_hash);

-- Sessions whose personal data a sign-in sees, and until when.
create table portal_reveal (
  sign_in_id uuid not null references portal_sign_in on delete cascade,
  integration_id uuid not null,
  session_id uuid not null,
  until_at timestamptz(6) not null,
  primary key (sign_in_id, session_id)
);

-- Failed sign-ins, by account and by address.
create table portal_lockout (
  -- HMAC-SHA-256 of e-mail address, person or network address under a key of the installation.
  key bytea primary key,
  failures integer not null,
  locked_until timestamptz(6),
  changed_at timestamptz(6) not null default now()
);
create index portal_lockout_age on portal_lockout (changed_at);

-- As `audit`, of what concerns an organisation as a whole: people, invitations, sign-ins.
create table organisation_audit (
  organisation_id uuid not null references organisation,
  id bigserial not null,
  at timestamptz(6) not null default now(),
  actor text not null,
  action text not null,
  details jsonb not null default '{}',
  primary key (organisation_id, id)
);
create index organisation_audit_at on organisation_audit (organisation_id, at);

-- The chain over `audit` and `organisation_audit`, one for each integration and organisation. A job writes it behind the rows.

-- Up to which id the rows of a log are settled: those there are have their link, and no transaction can still add one.
create table audit_horizon (
  -- `integration`: of `audit`; `organisation`: of `organisation_audit`.
  source text primary key,
  closed bigint not null,
  constraint audit_horizon_source check (source in ('integration', 'organisation'))
);

-- The end of each chain. It grows by compare-and-set under the lock of its horizon.
create table audit_chain (
  -- Of the integration or the organisation.
  chain_id uuid primary key,
  -- As in `audit_horizon`.
  source text not null,
  -- Links there are, and the hash of the last one.
  position bigint not null,
  hash bytea not null,
  -- The last checkpoint; 0 and null before the first.
  signed_position bigint not null default 0,
  signed_at timestamptz(6),
  constraint audit_chain_source check (source in ('integration', 'organisation'))
);
create index audit_chain_unsigned on audit_chain (signed_at) where position > signed_position;

-- One per row of the log, in the order of ids, from 1 without gaps.
create table audit_link (
  chain_id uuid not null references audit_chain,
  position bigint not null,
  audit_id bigint not null,
  -- SHA-256 of the hash before (32 zero bytes for the first) and the row as canonical JSON, personal members left out.
  hash bytea not null,
  primary key (chain_id, position)
);

-- Signed ends of chains: what was linked up to there cannot be linked anew without the key.
create table audit_checkpoint (
  chain_id uuid not null references audit_chain,
  position bigint not null,
  hash bytea not null,
  signed_at timestamptz(6) not null,
  -- Ed25519 over the checkpoint as canonical JSON, under a key of the installation.
  signature bytea not null,
  primary key (chain_id, position)
);

-- Routes of live registries whose calls processes hold back after failures, as those processes see it; one row a route.
create table registry_outage (
  connector text not null,
  -- Part of the registry that is asked, such as `co.ani`.
  route text not null,
  -- Of the newest failure: `timeout`, `tls`; null: not known.
  cause text,
  since timestamptz(6) not null,
  -- When the newest call failed that was made.
  failed_at timestamptz(6) not null,
  -- When a process that holds calls back reported it last: an outage that none reports is none.
  seen_at timestamptz(6) not null default now(),
  -- When a process had an answer again. It is an outage anew only with a failure after that.
  ended_at timestamptz(6),
  primary key (connector, route)
);

-- Backups that "countersign backup" ended. A backup does not hold its own row; the newest 400 are kept.
create table backup (
  -- In `backup.json` too.
  id uuid primary key,
  directory text not null,
  release text not null,
  -- Newest migration in it; null where it failed.
  schema text,
  -- Of all files; null where it failed.
  bytes bigint,
  -- Why it failed; null where it was written.
  error text,
  ended_at timestamptz(6) not null default now(),
  -- When "restore --verify" had accepted it; null before.
  verified_at timestamptz(6),
  constraint backup_written check ((error is null) = (bytes is not null) and (error is null or verified_at is null))
);
create index backup_ended_at on backup (ended_at);
