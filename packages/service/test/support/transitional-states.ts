/**
 * Every stored value that something must end, with what ends it when whoever began it is gone: the owners of reliability,
 * section 8. Everything else that a column of state or time may hold stands in `settled`.
 */
export interface Owner {
  /** `table.column`, or `table.column=value` of a column with a closed list of values. */
  state: string;
  /** Function or task of `packages/service/src` that ends it. */
  owner: string;
  /** Test in which that alone recovers it: file below `packages`, and a part of its name. */
  test: readonly [file: string, name: string];
}

const schedule = 'service/test/webhook/webhook-schedule.test.ts';
const worker = 'testkit/test/faults/faults-worker.test.ts';

export const owners: readonly Owner[] = [
  {
    state: 'proposal.state=open',
    owner: 'expireProposals',
    test: ['service/test/portal/four-eyes.test.ts', 'expire after seven days'],
  },
  {
    state: 'setting_proposal.state=open',
    owner: 'endOldSettingProposals',
    test: ['service/test/operator/propose-settings.test.ts', 'ends by itself after 14 days'],
  },
  {
    state: 'setting_proposal.expires_at',
    owner: 'endOldSettingProposals',
    test: ['service/test/operator/propose-settings.test.ts', 'ends by itself after 14 days'],
  },
  {
    state: 'setting_proposal.state=planned',
    owner: 'applyDueProposals',
    test: ['service/test/operator/propose-settings.test.ts', 'is in force at its time'],
  },
  {
    state: 'setting_proposal.effective_at',
    owner: 'applyDueProposals',
    test: ['service/test/operator/propose-settings.test.ts', 'is in force at its time'],
  },
  {
    state: 'proposal.expires_at',
    owner: 'expireProposals',
    test: ['service/test/portal/four-eyes.test.ts', 'expire after seven days'],
  },
  {
    state: 'job.leased_until',
    owner: 'claimJobs',
    test: [worker, 'resumes from its checkpoint and decides once'],
  },
  {
    state: 'job.due_at',
    owner: 'claimJobs',
    test: ['testkit/test/verify-session.test.ts', 'is decided 30 s late when the last name ends in Slow'],
  },
  {
    state: 'job.parked_at',
    owner: 'releaseJob',
    test: ['testkit/test/verify-session.test.ts', 'waits for the operator when the last name ends in Stuck'],
  },
  {
    state: 'attempt.status=submitted',
    owner: 'restoreMissingJobs',
    test: ['testkit/test/operation/erase-session.test.ts', 'gives it a job again when it has none'],
  },
  {
    state: 'attempt.status=created',
    owner: 'endSession',
    test: ['testkit/test/operation/end-session.test.ts', 'becomes final after 7 days'],
  },
  {
    state: 'attempt.status=started',
    owner: 'endSession',
    test: ['testkit/test/operation/end-session.test.ts', 'becomes final after 7 days'],
  },
  {
    state: 'session.status=created',
    owner: 'endSession',
    test: ['testkit/test/operation/end-session.test.ts', 'becomes final after 7 days'],
  },
  {
    state: 'session.status=started',
    owner: 'endSession',
    test: ['testkit/test/operation/end-session.test.ts', 'becomes final after 7 days'],
  },
  {
    state: 'session.status=submitted',
    owner: 'restoreMissingJobs',
    test: ['testkit/test/operation/erase-session.test.ts', 'gives it a job again when it has none'],
  },
  {
    state: 'session.status=resubmission_requested',
    owner: 'endSession',
    test: ['testkit/test/verify-session.test.ts', 'becomes abandoned when the resubmission window ends'],
  },
  {
    state: 'session.window_ends_at',
    owner: 'endSession',
    test: ['testkit/test/verify-session.test.ts', 'becomes abandoned when the resubmission window ends'],
  },
  {
    state: 'session.expires_at',
    owner: 'endSession',
    test: ['testkit/test/operation/end-session.test.ts', 'becomes final after 7 days'],
  },
  {
    state: 'session.deleted_at',
    owner: 'restoreMissingErasures',
    test: ['testkit/test/operation/erase-session.test.ts', 'is erased although its job was lost'],
  },
  {
    state: 'session.erased_at',
    owner: 'restoreMissingErasures',
    test: ['testkit/test/operation/erase-session.test.ts', 'is erased although its job was lost'],
  },
  {
    state: 'session.pictures_deleted_at',
    owner: 'restoreMissingErasures',
    test: [
      'service/test/session/retention.test.ts',
      'gives the erasure of pictures a job again when it was lost',
    ],
  },
  {
    state: 'erasure.erased_at',
    owner: 'restoreMissingErasures',
    test: [
      'service/test/session/retention.test.ts',
      'gives the erasure of pictures a job again when it was lost',
    ],
  },
  {
    state: 'webhook.state=due',
    owner: 'startDeliverWebhook',
    test: [
      'service/test/webhook/webhook-delivery.test.ts',
      'starts within the poll interval when every hint is lost',
    ],
  },
  {
    state: 'webhook.due_at',
    owner: 'startDeliverWebhook',
    test: [schedule, 'holds a webhook for its hold, then sends it'],
  },
  {
    state: 'webhook.leased_until',
    owner: 'startDeliverWebhook',
    test: ['testkit/test/faults/faults-webhooks.test.ts', 'sends the same bytes under the same id again'],
  },
  {
    state: 'webhook_endpoint.next_probe_at',
    owner: 'startDeliverWebhook',
    test: [schedule, 'after 20 straight failures sends one probe a minute'],
  },
  {
    state: 'webhook_endpoint.paused_at',
    owner: 'resumeEndpoint',
    test: [schedule, '410 pauses the endpoint'],
  },
  {
    state: 'organisation.suspended_at',
    owner: 'resumeOrganisation',
    test: ['service/test/portal/suspend-organisation.test.ts', 'resumes when its suspension ends'],
  },
  {
    state: 'mail.due_at',
    owner: 'claimMails',
    test: ['service/test/portal/mail.test.ts', 'tries again, later each time'],
  },
  {
    state: 'mail.expires_at',
    owner: 'sendMails',
    test: ['service/test/portal/mail.test.ts', 'what is past its time'],
  },
  {
    state: 'session_export.state=running',
    owner: 'claimExport',
    test: ['service/test/portal/exports.test.ts', 'resume after their last part'],
  },
  {
    state: 'session_export.leased_until',
    owner: 'claimExport',
    test: ['service/test/portal/exports.test.ts', 'resume after their last part'],
  },
  {
    state: 'session_export.state=done',
    owner: 'expireExports',
    test: ['service/test/portal/exports.test.ts', 'after which the reaper erases them'],
  },
  {
    state: 'session_export.expires_at',
    owner: 'expireExports',
    test: ['service/test/portal/exports.test.ts', 'after which the reaper erases them'],
  },
  {
    state: 'operator_entry.mailed_at',
    owner: 'mailAlerts',
    test: ['service/test/portal/mail.test.ts', 'to those who may read them, once'],
  },
  {
    state: 'operator_entry.resolved_at',
    owner: 'resolveAlert',
    test: ['service/test/operator/alerts.test.ts', 'dismisses one, which --all still shows'],
  },
  {
    state: 'registry_check.started_at',
    owner: 'checkRegistry',
    test: [
      'testkit/test/registry/registry-failures.test.ts',
      'is repeated once by the worker that takes over',
    ],
  },
  {
    state: 'registry_check.next_try_at',
    owner: 'restoreMissingJobs',
    test: ['testkit/test/registry/registry-retry.test.ts', ''],
  },
  {
    state: 'registry_check.ended_at',
    owner: 'checkRegistry',
    test: ['testkit/test/registry/registry-failures.test.ts', 'gets its job again when that was lost'],
  },
  {
    state: 'watchlist_screening.status=in_progress',
    owner: 'restoreMissingScreenings',
    test: ['testkit/test/watchlist-screening.test.ts', 'is done although its job was lost'],
  },
  {
    state: 'watchlist_screening.screened_at',
    owner: 'restoreMissingScreenings',
    test: ['testkit/test/watchlist-screening.test.ts', 'is done although its job was lost'],
  },
  {
    state: 'watchlist_run.leased_until',
    owner: 'startMonitoring',
    test: ['service/test/watchlist/monitor-lists.test.ts', 'a process that dies at any step loses nothing'],
  },
  {
    state: 'watchlist_run.finished_at',
    owner: 'startMonitoring',
    test: ['service/test/watchlist/monitor-lists.test.ts', 'a process that dies at any step loses nothing'],
  },
  {
    state: 'idempotency.created_at',
    owner: 'purgeIdempotencyKeys',
    test: ['service/test/session/idempotency.test.ts', 'holds for 24 hours'],
  },
  {
    state: 'flow_bearer.used_at',
    owner: 'purgeBearers',
    test: ['service/test/flow/pages.test.ts', 'leave no row behind once their bearer has expired'],
  },
  {
    state: 'flow_handoff.state=offered',
    owner: 'purgeHandoffs',
    test: ['service/test/flow/handoff.test.ts', 'can be claimed for one minute with a scanned code'],
  },
  {
    state: 'flow_handoff.expires_at',
    owner: 'purgeHandoffs',
    test: ['service/test/flow/handoff.test.ts', 'can be claimed for one minute with a scanned code'],
  },
  {
    state: 'flow_upload.completed_at',
    owner: 'purgeUploads',
    test: ['service/test/flow/uploads.test.ts', 'that are not finished are discarded after an hour'],
  },
];

/** Values and columns that nothing has to end. */
export const settled: readonly string[] = [
  // Compared with now where it matters; the next challenge takes its place.
  'flow_session.challenge_ends_at',
  // A person chooses a number, or takes the session back; a claim of a page that is gone holds nothing.
  'flow_handoff.state=claimed',
  'flow_handoff.state=confirmed',
  'flow_handoff.state=alone',
  'flow_handoff.state=missed',
  'flow_handoff.state=ended',
  'flow_picture.accepted_at',
  'flow_picture.replaced_at',
  // Compared with now where they matter; what has ended is swept every ten minutes.
  'portal_invitation.expires_at',
  'portal_email_change.expires_at',
  'portal_sign_in.seen_at',
  'portal_sign_in.stepped_up_until',
  'portal_reveal.until_at',
  'portal_lockout.locked_until',
  // Only say when something happened.
  'portal_user.seen_at',
  'portal_user.removed_at',
  'portal_recovery_code.used_at',
  'portal_passkey.used_at',
  'portal_sso_identity.used_at',
  'user_status.used_at',
  'session.redacted_at',
  'watchlist_screening.assigned_at',
  'watchlist_lists.recorded_at',
  'audit_checkpoint.signed_at',
  'session_export.worked_at',
  // Of the session that an export has come to.
  'session_export.place_at',
  // Compared with now: the end of a chain is signed a minute after it was last.
  'audit_chain.signed_at',
  // A person reviews it.
  'fraud_report.reviewed_at',
  // A person restores it.
  'user_status.retired_at',
  // Compared with now: an outage that no process reports for two minutes is none.
  'registry_outage.seen_at',
  'registry_outage.since',
  'registry_outage.failed_at',
  // The nightly script tries it out.
  'backup.verified_at',
  // A person releases it.
  'session.held_at',
  ...['review', 'approved', 'declined', 'expired', 'abandoned'].map((value) => `session.status=${value}`),
  // Forgotten 30 days later; what is left of a file is erased before.
  ...['failed', 'cancelled', 'expired'].map((value) => `session_export.state=${value}`),
  ...['confirmed', 'rejected', 'withdrawn', 'expired', 'overtaken'].map((value) => `proposal.state=${value}`),
  ...['applied', 'withdrawn', 'expired', 'failed'].map((value) => `setting_proposal.state=${value}`),
  ...['delivered', 'failed', 'withdrawn'].map((value) => `webhook.state=${value}`),
  ...['no_match', 'potential_match', 'reviewed'].map((value) => `watchlist_screening.status=${value}`),
];
