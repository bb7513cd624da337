import {
  PortalAcceptRequest,
  PortalInviteRequest,
  PortalMemberChange,
  PortalPasswordChange,
  PortalProfileChange,
  PortalSignInRequest,
  PortalStepUpRequest,
  PortalTotpConfirmRequest,
  PortalTotpRequest,
  PortalOperatorViewRequest,
} from '@countersign/contract';
import type { SignedIn } from '../../usecases/portal/sign-in/start-sign-in.ts';
import { type Answer, jsonAnswer } from '../public/answer.ts';
import { done, type OpenCall, portalRoute, type PortalRoute } from './portal-route.ts';

/** The answer that begins or completes a sign-in. */
export function signedIn(
  call: Pick<OpenCall<unknown, unknown>, 'cookie' | 'knownCookie'>,
  { next, csrf, ...cookies }: SignedIn,
): Answer {
  const answer = jsonAnswer(200, { next, csrf });
  answer.cookies = signInCookies(call, cookies);
  return answer;
}

/** The cookie of a sign-in; for a complete one, also the cookies that the browser keeps longer. */
export const signInCookies = (
  { cookie, knownCookie }: Pick<OpenCall<unknown, unknown>, 'cookie' | 'knownCookie'>,
  { token, known }: Pick<SignedIn, 'token' | 'known'>,
): string[] => [cookie(token), ...(known === null ? [] : [knownCookie(known)])];

const signedOut = ({ cookie }: Pick<OpenCall<unknown, unknown>, 'cookie'>): Answer => {
  const answer = done();
  answer.cookies = [cookie(null)];
  return answer;
};

/** Routes that sign in and out. */
const signInRoutes: readonly PortalRoute[] = [
  portalRoute({
    method: 'POST',
    path: '/sign-in',
    name: 'portal-sign-in',
    access: 'public',
    body: PortalSignInRequest,
    answer: async (call) => signedIn(call, await call.useCases.startSignIn(call.body, call.knock)),
  }),
  portalRoute({
    method: 'POST',
    path: '/sign-in/totp',
    name: 'portal-show-code',
    access: 'visitor',
    body: PortalTotpRequest,
    answer: async (call) => signedIn(call, await call.useCases.showCode(call.visitor, call.body, call.knock)),
  }),
  portalRoute({
    method: 'POST',
    path: '/view',
    name: 'portal-open-view',
    access: 'public',
    body: PortalOperatorViewRequest,
    answer: async ({ useCases, body, cookie }) => {
      const { token, csrf } = await useCases.openOperatorView(body.token);
      const answer = jsonAnswer(200, { csrf });
      answer.cookies = [cookie(token)];
      return answer;
    },
  }),
  portalRoute({
    method: 'POST',
    path: '/sign-out',
    name: 'portal-sign-out',
    access: 'visitor',
    fromAnywhere: true,
    answer: async (call) => {
      await call.useCases.signOut(call.visitor);
      return signedOut(call);
    },
  }),
  portalRoute({
    method: 'POST',
    path: '/sign-out/everywhere',
    name: 'portal-sign-out-everywhere',
    access: 'viewer',
    answer: async (call) => {
      await call.useCases.signOutEverywhere(call.viewer);
      return signedOut(call);
    },
  }),
  portalRoute({
    method: 'POST',
    path: '/totp/begin',
    name: 'portal-begin-codes',
    access: 'visitor',
    answer: async ({ useCases, visitor }) => jsonAnswer(200, await useCases.beginTotp(visitor)),
  }),
  portalRoute({
    method: 'POST',
    path: '/totp/confirm',
    name: 'portal-confirm-codes',
    access: 'visitor',
    body: PortalTotpConfirmRequest,
    answer: async (call) => {
      const { useCases, visitor, body, knock } = call;
      const { recoveryCodes, ...cookies } = await useCases.confirmCodes(visitor, body.code, knock);
      const answer = jsonAnswer(200, { recoveryCodes });
      answer.cookies = signInCookies(call, cookies);
      return answer;
    },
  }),
  portalRoute({
    method: 'GET',
    path: '/invitations/{token}',
    name: 'portal-view-invitation',
    access: 'public',
    answer: async ({ useCases, ids: [token = ''] }) => jsonAnswer(200, await useCases.viewInvitation(token)),
  }),
  portalRoute({
    method: 'POST',
    path: '/invitations/{token}',
    name: 'portal-accept-invitation',
    access: 'public',
    body: PortalAcceptRequest,
    answer: async (call) => {
      const [token = ''] = call.ids;
      return signedIn(call, await call.useCases.acceptInvitation(token, call.body, call.knock));
    },
  }),
];

/** Routes about the person who calls. */
const ownRoutes: readonly PortalRoute[] = [
  portalRoute({
    method: 'GET',
    path: '/me',
    name: 'portal-me',
    access: 'viewer',
    answer: async ({ useCases, viewer, visitor, token }) =>
      jsonAnswer(200, await useCases.describeViewer(viewer, visitor, token)),
  }),
  portalRoute({
    method: 'PATCH',
    path: '/me',
    name: 'portal-change-profile',
    access: 'viewer',
    body: PortalProfileChange,
    answer: async ({ useCases, viewer, body }) => {
      await useCases.changeProfile(viewer, body);
      return done();
    },
  }),
  portalRoute({
    method: 'POST',
    path: '/me/password',
    name: 'portal-change-password',
    access: 'viewer',
    body: PortalPasswordChange,
    answer: async ({ useCases, viewer, body, knownCookie }) => {
      const known = await useCases.changePassword(viewer, body);
      const answer = done();
      answer.cookies = [knownCookie(known)];
      return answer;
    },
  }),
  portalRoute({
    method: 'POST',
    path: '/step-up',
    name: 'portal-step-up',
    access: 'viewer',
    body: PortalStepUpRequest,
    answer: async ({ useCases, viewer, visitor, body }) =>
      jsonAnswer(200, await useCases.stepUpSignIn(viewer, visitor, body)),
  }),
  portalRoute({
    method: 'GET',
    path: '/sign-ins',
    name: 'portal-list-sign-ins',
    access: 'viewer',
    answer: async ({ useCases, viewer }) => jsonAnswer(200, await useCases.listOwnSignIns(viewer)),
  }),
  portalRoute({
    method: 'DELETE',
    path: '/sign-ins/{id}',
    name: 'portal-end-sign-in',
    access: 'viewer',
    answer: async (call) => {
      const [signInId = ''] = call.ids;
      await call.useCases.endSignIn(call.viewer, signInId);
      return signInId === call.viewer.signInId ? signedOut(call) : done();
    },
  }),
];

/** Routes about the people of the organisation. */
const teamRoutes: readonly PortalRoute[] = [
  portalRoute({
    method: 'GET',
    path: '/team',
    name: 'portal-team',
    access: 'viewer',
    answer: async ({ useCases, viewer }) => jsonAnswer(200, await useCases.showTeam(viewer)),
  }),
  portalRoute({
    method: 'POST',
    path: '/team/invitations',
    name: 'portal-invite',
    access: 'viewer',
    isCostly: true,
    body: PortalInviteRequest,
    answer: async ({ useCases, viewer, body }) => jsonAnswer(201, await useCases.invitePerson(viewer, body)),
  }),
  portalRoute({
    method: 'DELETE',
    path: '/team/invitations/{id}',
    name: 'portal-revoke-invitation',
    access: 'viewer',
    answer: async ({ useCases, viewer, ids: [id = ''] }) => {
      await useCases.revokeInvitation(viewer, id);
      return done();
    },
  }),
  portalRoute({
    method: 'PATCH',
    path: '/team/{id}',
    name: 'portal-change-member',
    access: 'viewer',
    body: PortalMemberChange,
    answer: async ({ useCases, viewer, body, ids: [id = ''] }) => {
      await useCases.changeMember(viewer, id, body);
      return done();
    },
  }),
  portalRoute({
    method: 'DELETE',
    path: '/team/{id}',
    name: 'portal-remove-member',
    access: 'viewer',
    answer: async ({ useCases, viewer, ids: [id = ''] }) => {
      await useCases.removeMember(viewer, id);
      return done();
    },
  }),
];

export const accountRoutes: readonly PortalRoute[] = [...signInRoutes, ...ownRoutes, ...teamRoutes];
