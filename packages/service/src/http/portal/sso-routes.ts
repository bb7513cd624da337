import {
  PortalEmailChangeRequest,
  PortalSsoAcceptRequest,
  PortalSsoAnswer,
  PortalSsoBeginRequest,
  PortalSsoChange,
  PortalSsoCheckRequest,
  PortalSsoOwnRequest,
} from '@countersign/contract';
import type { SsoStarted, SsoVisit } from '../../usecases/portal/sign-in/begin-sso.ts';
import { type Answer, jsonAnswer } from '../public/answer.ts';
import { signInCookies } from './account-routes.ts';
import { done, type OpenCall, portalRoute, type PortalRoute } from './portal-route.ts';

type Visiting = Pick<OpenCall<unknown, unknown>, 'knock' | 'site' | 'ssoCookie'>;

const visitOf = ({ knock, site, ssoCookie }: Visiting): SsoVisit => ({
  knock,
  origin: site().origin,
  browser: ssoCookie.read(),
});

/** The redirect to the provider, with the cookie that identifies the browser when it returns. */
function started({ ssoCookie }: Visiting, { begun, browser }: SsoStarted): Answer {
  const answer = jsonAnswer(200, begun);
  answer.cookies = [ssoCookie.write(browser)];
  return answer;
}

/** Routes for signing in, and for returning from the provider. */
const comingRoutes: readonly PortalRoute[] = [
  portalRoute({
    method: 'POST',
    path: '/sign-in/sso/begin',
    name: 'portal-begin-sso',
    access: 'public',
    body: PortalSsoBeginRequest,
    answer: async (call) => started(call, await call.useCases.beginSsoSignIn(call.body, visitOf(call))),
  }),
  portalRoute({
    method: 'POST',
    path: '/sign-in/sso',
    name: 'portal-finish-sso',
    access: 'public',
    body: PortalSsoAnswer,
    answer: async (call) => {
      const visit = { ...visitOf(call), signInToken: call.signInToken() };
      const finished = await call.useCases.finishSso(call.body, visit);
      const answer = jsonAnswer(200, finished.done);
      if (finished.signedIn) answer.cookies = signInCookies(call, finished.signedIn);
      return answer;
    },
  }),
  portalRoute({
    method: 'POST',
    path: '/invitations/{token}/sso/begin',
    name: 'portal-accept-by-sso',
    access: 'public',
    body: PortalSsoAcceptRequest,
    answer: async (call) => {
      const [token = ''] = call.ids;
      return started(call, await call.useCases.beginSsoAccept(token, call.body, visitOf(call)));
    },
  }),
];

/** Routes for the organisation's provider. */
const organisationRoutes: readonly PortalRoute[] = [
  portalRoute({
    method: 'GET',
    path: '/organisation/sso',
    name: 'portal-sso',
    access: 'viewer',
    answer: async ({ useCases, viewer, site }) =>
      jsonAnswer(200, await useCases.showSso(viewer, site().origin)),
  }),
  portalRoute({
    method: 'PUT',
    path: '/organisation/sso',
    name: 'portal-change-sso',
    access: 'viewer',
    isCostly: true,
    body: PortalSsoChange,
    answer: async ({ useCases, viewer, body }) => {
      await useCases.changeSso(viewer, body);
      return done();
    },
  }),
  portalRoute({
    method: 'DELETE',
    path: '/organisation/sso',
    name: 'portal-remove-sso',
    access: 'viewer',
    answer: async ({ useCases, viewer }) => {
      await useCases.removeSso(viewer);
      return done();
    },
  }),
  portalRoute({
    method: 'POST',
    path: '/organisation/sso/check',
    name: 'portal-check-sso',
    access: 'viewer',
    isCostly: true,
    body: PortalSsoCheckRequest,
    answer: async ({ useCases, viewer, body }) =>
      jsonAnswer(200, await useCases.checkSso(viewer, body.issuer)),
  }),
];

/** Routes for the caller: the account at the provider, and the e-mail address. */
const ownRoutes: readonly PortalRoute[] = [
  portalRoute({
    method: 'POST',
    path: '/me/sso/begin',
    name: 'portal-link-sso',
    access: 'viewer',
    body: PortalSsoOwnRequest,
    answer: async (call) =>
      started(call, await call.useCases.beginSsoLink(call.viewer, call.body, visitOf(call))),
  }),
  portalRoute({
    method: 'DELETE',
    path: '/me/sso',
    name: 'portal-unlink-sso',
    access: 'viewer',
    answer: async ({ useCases, viewer }) => {
      await useCases.unlinkSso(viewer);
      return done();
    },
  }),
  portalRoute({
    method: 'POST',
    path: '/step-up/sso/begin',
    name: 'portal-begin-sso-step-up',
    access: 'viewer',
    body: PortalSsoOwnRequest,
    answer: async (call) =>
      started(call, await call.useCases.beginSsoStepUp(call.viewer, call.body, visitOf(call))),
  }),
  portalRoute({
    method: 'POST',
    path: '/me/email',
    name: 'portal-request-email-change',
    access: 'viewer',
    isCostly: true,
    body: PortalEmailChangeRequest,
    answer: async ({ useCases, viewer, body }) => {
      await useCases.requestEmailChange(viewer, body);
      return done();
    },
  }),
  portalRoute({
    method: 'GET',
    path: '/email-changes/{token}',
    name: 'portal-view-email-change',
    access: 'public',
    answer: async ({ useCases, ids: [token = ''] }) => jsonAnswer(200, await useCases.viewEmailChange(token)),
  }),
  portalRoute({
    method: 'POST',
    path: '/email-changes/{token}',
    name: 'portal-confirm-email-change',
    access: 'public',
    answer: async ({ useCases, ids: [token = ''] }) => {
      await useCases.confirmEmailChange(token);
      return done();
    },
  }),
];

export const ssoRoutes: readonly PortalRoute[] = [...comingRoutes, ...organisationRoutes, ...ownRoutes];
