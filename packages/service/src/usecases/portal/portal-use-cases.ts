import type { ServiceContext } from '../../context.ts';
import type { PasswordHasher } from '../../signing/password-hasher.ts';
import {
  addNote,
  decideReview,
  openSession,
  removeSession,
  revealSession,
} from './session/act-on-session.ts';
import { exportAuditLog, showAuditChains, verifyAuditLog } from './organisation/audit-integrity.ts';
import { beginSsoAccept, beginSsoLink, beginSsoSignIn, beginSsoStepUp } from './sign-in/begin-sso.ts';
import { confirmEmailChange, requestEmailChange, viewEmailChange } from './account/change-email.ts';
import { finishSso } from './sign-in/finish-sso.ts';
import { changeBranding, requireBrandingPreview, showBranding } from './integration/branding.ts';
import { changeFlowSettings, showFlowSettings } from './integration/flow-settings.ts';
import { findSessions } from './session/find-sessions.ts';
import {
  acceptInvitation,
  invitePerson,
  revokeInvitation,
  viewInvitation,
} from './organisation/invite-person.ts';
import {
  addIntegrationKey,
  changeWebhookUrl,
  deleteIntegrationKey,
  promoteIntegrationKey,
  resumeWebhooks,
  sendTestWebhook,
  showIntegration,
} from './integration/manage-integration.ts';
import { beginTotp, confirmCodes, showCode } from './sign-in/one-time-codes.ts';
import { changeOrganisation, showOrganisation } from './organisation/organisation-rules.ts';
import { changeSso, checkSso, removeSso, showSso, unlinkSso } from './sign-in/organisation-sso.ts';
import {
  changeProfile,
  describeViewer,
  endSignIn,
  listOwnSignIns,
  signOut,
  signOutEverywhere,
  stepUpSignIn,
} from './account/own-account.ts';
import { changePassword } from './account/own-password.ts';
import { addStatus, changeStatus, defineStatus, removeStatus, showStatuses } from './session/own-statuses.ts';
import {
  addFirstPasskey,
  addPasskey,
  beginFirstPasskey,
  beginPasskey,
  listOwnPasskeys,
  removePasskey,
} from './account/own-passkeys.ts';
import {
  beginPasskeySignIn,
  beginPasskeyStepUp,
  signInByPasskey,
  stepUpByPasskey,
} from './sign-in/passkey-sign-in.ts';
import { noteRead, openOperatorView } from './operator-view.ts';
import type { PortalContext } from './portal-context.ts';
import { readAudit } from './organisation/read-audit.ts';
import { findRequests, showRequest } from './integration/request-log.ts';
import { advanceSandboxClock, showSandbox } from './integration/sandbox-console.ts';
import { viewDecision, viewMedium } from './session/session-data.ts';
import { showHome } from './organisation/show-home.ts';
import { confirmProposal, rejectProposal, withdrawProposal } from './session/proposals.ts';
import { redactSession } from './session/redact-session.ts';
import { reportAsFraud } from './session/session-fraud-report.ts';
import { assignScreening } from './session/screening-assignee.ts';
import { showScreeningQueue } from './session/screening-queue.ts';
import { acknowledgeScreening, endMonitoring, reviewHit } from './session/session-screening.ts';
import { changeStatuses } from './session/bulk-statuses.ts';
import { cancelExport, downloadExport, findExports, requestExport } from './session/session-exports.ts';
import { showSessionPage } from './session/session-page.ts';
import { shortenRetention } from './organisation/retention-rules.ts';
import { changeReviewRules } from './organisation/review-rules.ts';
import { createSsoProviders } from './sign-in/sso-provider.ts';
import { startSignIn } from './sign-in/start-sign-in.ts';
import { showSystemStatus } from './organisation/system-status.ts';
import { changeMember, removeMember, showTeam } from './organisation/team.ts';
import { viewEvidence } from './session/view-evidence.ts';
import { findViewer, findVisitor } from './viewer.ts';
import { findWebhooks, replayWebhook, showWebhook } from './integration/webhook-log.ts';
import { checkSignature, countFailedWebhooks, recoverFailedWebhooks } from './integration/webhook-repair.ts';

/** Use cases about webhooks, integrations, own statuses, fraud reports and hits. */
const operations = (ctx: PortalContext) => ({
  findWebhooks: findWebhooks(ctx),
  showWebhook: showWebhook(ctx),
  replayWebhook: replayWebhook(ctx),
  showIntegration: showIntegration(ctx),
  addIntegrationKey: addIntegrationKey(ctx),
  promoteIntegrationKey: promoteIntegrationKey(ctx),
  deleteIntegrationKey: deleteIntegrationKey(ctx),
  changeWebhookUrl: changeWebhookUrl(ctx),
  sendTestWebhook: sendTestWebhook(ctx),
  resumeWebhooks: resumeWebhooks(ctx),
  showStatuses: showStatuses(ctx),
  defineStatus: defineStatus(ctx),
  changeStatus: changeStatus(ctx),
  addStatus: addStatus(ctx),
  removeStatus: removeStatus(ctx),
  changeStatuses: changeStatuses(ctx),
  reportAsFraud: reportAsFraud(ctx),
  reviewHit: reviewHit(ctx),
  showScreeningQueue: showScreeningQueue(ctx),
  assignScreening: assignScreening(ctx),
  acknowledgeScreening: acknowledgeScreening(ctx),
  endMonitoring: endMonitoring(ctx),
  viewEvidence: viewEvidence(ctx),
});

/** Use cases for developers of an organisation. */
const developerUseCases = (ctx: PortalContext) => ({
  findRequests: findRequests(ctx),
  showRequest: showRequest(ctx),
  showSystemStatus: showSystemStatus(ctx),
  showSandbox: showSandbox(ctx),
  advanceSandboxClock: advanceSandboxClock(ctx),
  showFlowSettings: showFlowSettings(ctx),
  changeFlowSettings: changeFlowSettings(ctx),
  showBranding: showBranding(ctx),
  changeBranding: changeBranding(ctx),
  requireBrandingPreview: requireBrandingPreview(),
  countFailedWebhooks: countFailedWebhooks(ctx),
  recoverFailedWebhooks: recoverFailedWebhooks(ctx),
  checkSignature: checkSignature(ctx),
});

/** Use cases about exports of sessions. */
const exportUseCases = (ctx: PortalContext) => ({
  requestExport: requestExport(ctx),
  findExports: findExports(ctx),
  cancelExport: cancelExport(ctx),
  downloadExport: downloadExport(ctx),
});

/** Use cases for signing in by passkey and managing passkeys. */
const passkeyUseCases = (ctx: PortalContext) => ({
  listOwnPasskeys: listOwnPasskeys(ctx),
  beginPasskey: beginPasskey(ctx),
  addPasskey: addPasskey(ctx),
  beginFirstPasskey: beginFirstPasskey(ctx),
  addFirstPasskey: addFirstPasskey(ctx),
  removePasskey: removePasskey(ctx),
  beginPasskeySignIn: beginPasskeySignIn(ctx),
  signInByPasskey: signInByPasskey(ctx),
  beginPasskeyStepUp: beginPasskeyStepUp(ctx),
  stepUpByPasskey: stepUpByPasskey(ctx),
});

/** Use cases for signing in by the organisation's provider, its configuration, and people's links to it. */
const ssoUseCases = (portal: PortalContext) => {
  const ctx = { ...portal, providers: createSsoProviders(portal.config) };
  return {
    showSso: showSso(ctx),
    checkSso: checkSso(ctx),
    changeSso: changeSso(ctx),
    removeSso: removeSso(ctx),
    unlinkSso: unlinkSso(ctx),
    beginSsoSignIn: beginSsoSignIn(ctx),
    beginSsoAccept: beginSsoAccept(ctx),
    beginSsoLink: beginSsoLink(ctx),
    beginSsoStepUp: beginSsoStepUp(ctx),
    finishSso: finishSso(ctx),
  };
};

/** Use cases for changing an account's e-mail address. */
const emailUseCases = (ctx: PortalContext) => ({
  requestEmailChange: requestEmailChange(ctx),
  viewEmailChange: viewEmailChange(ctx),
  confirmEmailChange: confirmEmailChange(ctx),
});

/** Use cases about the audit log. */
const auditUseCases = (ctx: PortalContext) => ({
  readAudit: readAudit(ctx),
  showAuditChains: showAuditChains(ctx),
  verifyAuditLog: verifyAuditLog(ctx),
  exportAuditLog: exportAuditLog(ctx),
});

/** Use cases about sessions. */
const sessionUseCases = (ctx: PortalContext) => ({
  findSessions: findSessions(ctx),
  showSessionPage: showSessionPage(ctx),
  openSession: openSession(ctx),
  revealSession: revealSession(ctx),
  decideReview: decideReview(ctx),
  addNote: addNote(ctx),
  removeSession: removeSession(ctx),
  redactSession: redactSession(ctx),
  confirmProposal: confirmProposal(ctx),
  rejectProposal: rejectProposal(ctx),
  withdrawProposal: withdrawProposal(ctx),
  changeReviewRules: changeReviewRules(ctx),
  viewMedium: viewMedium(ctx),
  viewDecision: viewDecision(ctx),
});

/** All use cases of the portal, over one context. Closing them closes the hasher. */
export const portalUseCases = (service: ServiceContext, passwords: PasswordHasher) => {
  const ctx = { ...service, passwords };
  return {
    findVisitor: findVisitor(ctx),
    findViewer: findViewer(ctx),
    startSignIn: startSignIn(ctx),
    showCode: showCode(ctx),
    beginTotp: beginTotp(ctx),
    confirmCodes: confirmCodes(ctx),
    signOut: signOut(ctx),
    openOperatorView: openOperatorView(ctx),
    noteRead: noteRead(ctx),
    describeViewer: describeViewer(ctx),
    listOwnSignIns: listOwnSignIns(ctx),
    endSignIn: endSignIn(ctx),
    signOutEverywhere: signOutEverywhere(ctx),
    stepUpSignIn: stepUpSignIn(ctx),
    changeProfile: changeProfile(ctx),
    changePassword: changePassword(ctx),
    viewInvitation: viewInvitation(ctx),
    acceptInvitation: acceptInvitation(ctx),
    invitePerson: invitePerson(ctx),
    revokeInvitation: revokeInvitation(ctx),
    showOrganisation: showOrganisation(ctx),
    changeOrganisation: changeOrganisation(ctx),
    shortenRetention: shortenRetention(ctx),
    showTeam: showTeam(ctx),
    changeMember: changeMember(ctx),
    removeMember: removeMember(ctx),
    showHome: showHome(ctx),
    ...sessionUseCases(ctx),
    ...operations(ctx),
    ...developerUseCases(ctx),
    ...exportUseCases(ctx),
    ...auditUseCases(ctx),
    ...passkeyUseCases(ctx),
    ...ssoUseCases(ctx),
    ...emailUseCases(ctx),
    close: () => passwords.close(),
  };
};
export type PortalUseCases = ReturnType<typeof portalUseCases>;
