import { PortalAddPasskeyRequest, PortalPasskeyRequest } from '@countersign/contract';
import { jsonAnswer } from '../public/answer.ts';
import { signedIn } from './account-routes.ts';
import { done, portalRoute, type PortalRoute } from './portal-route.ts';

/** Routes for passkeys: signing in, confirming, and managing one's own. */
export const passkeyRoutes: readonly PortalRoute[] = [
  portalRoute({
    method: 'POST',
    path: '/sign-in/passkey/begin',
    name: 'portal-begin-passkey-sign-in',
    access: 'public',
    answer: async ({ useCases, site, knock }) =>
      jsonAnswer(200, await useCases.beginPasskeySignIn(site(), knock)),
  }),
  portalRoute({
    method: 'POST',
    path: '/sign-in/passkey',
    name: 'portal-sign-in-by-passkey',
    access: 'public',
    body: PortalPasskeyRequest,
    answer: async (call) =>
      signedIn(call, await call.useCases.signInByPasskey(call.body, call.site(), call.knock)),
  }),
  portalRoute({
    method: 'POST',
    path: '/sign-in/first-passkey/begin',
    name: 'portal-begin-first-passkey',
    access: 'visitor',
    answer: async ({ useCases, visitor, site, knock }) =>
      jsonAnswer(200, await useCases.beginFirstPasskey(visitor, site(), knock)),
  }),
  portalRoute({
    method: 'POST',
    path: '/sign-in/first-passkey',
    name: 'portal-add-first-passkey',
    access: 'visitor',
    body: PortalAddPasskeyRequest,
    answer: async (call) => {
      const { useCases, visitor, site, body, knock } = call;
      return signedIn(call, await useCases.addFirstPasskey(visitor, { site: site(), request: body, knock }));
    },
  }),
  portalRoute({
    method: 'POST',
    path: '/step-up/passkey/begin',
    name: 'portal-begin-passkey-step-up',
    access: 'viewer',
    answer: async ({ useCases, viewer, site, knock }) =>
      jsonAnswer(200, await useCases.beginPasskeyStepUp(viewer, site(), knock)),
  }),
  portalRoute({
    method: 'POST',
    path: '/step-up/passkey',
    name: 'portal-step-up-by-passkey',
    access: 'viewer',
    body: PortalPasskeyRequest,
    answer: async ({ useCases, viewer, site, body }) =>
      jsonAnswer(200, await useCases.stepUpByPasskey(viewer, site(), body)),
  }),
  portalRoute({
    method: 'GET',
    path: '/me/passkeys',
    name: 'portal-list-passkeys',
    access: 'viewer',
    answer: async ({ useCases, viewer }) => jsonAnswer(200, await useCases.listOwnPasskeys(viewer)),
  }),
  portalRoute({
    method: 'POST',
    path: '/me/passkeys/begin',
    name: 'portal-begin-passkey',
    access: 'viewer',
    answer: async ({ useCases, viewer, site, knock }) =>
      jsonAnswer(200, await useCases.beginPasskey(viewer, site(), knock)),
  }),
  portalRoute({
    method: 'POST',
    path: '/me/passkeys',
    name: 'portal-add-passkey',
    access: 'viewer',
    body: PortalAddPasskeyRequest,
    answer: async ({ useCases, viewer, site, body }) =>
      jsonAnswer(201, await useCases.addPasskey(viewer, site(), body)),
  }),
  portalRoute({
    method: 'DELETE',
    path: '/me/passkeys/{id}',
    name: 'portal-remove-passkey',
    access: 'viewer',
    answer: async ({ useCases, viewer, ids: [id = ''] }) => {
      await useCases.removePasskey(viewer, id);
      return done();
    },
  }),
];
