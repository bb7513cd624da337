import { type Static, type TSchema, Type } from 'typebox';
import type { PasskeySite } from '../../signing/webauthn.ts';
import type { Knock } from '../../usecases/portal/sign-in/start-sign-in.ts';
import type { PortalUseCases } from '../../usecases/portal/portal-use-cases.ts';
import type { Viewer, Visitor } from '../../usecases/portal/viewer.ts';
import type { Answer } from '../public/answer.ts';
import type { Exchange } from '../public/exchange.ts';

/** What is known about any request of the portal. */
export interface OpenCall<Body, Query> {
  exchange: Exchange;
  useCases: PortalUseCases;
  knock: Knock;
  /** Parts of the path that are not fixed, in their order. */
  ids: readonly string[];
  body: Body;
  query: Query;
  /** `set-cookie` of a new token, or of none. */
  cookie(token: string | null): string;
  /** `set-cookie` of what a browser keeps that has completed a sign-in, beside what it keeps of other accounts. */
  knownCookie(known: string): string;
  /** Where passkeys count, and where providers of single sign-on send browsers back. */
  site(): PasskeySite;
  /** The cookie of a sign-in as sent, whatever it is worth; `null` without one. */
  signInToken(): string | null;
  /** The cookie of a browser that is at a provider of single sign-on. */
  ssoCookie: { read(): string | null; write(token: string): string };
  /** The page that shows screens of the flow in a frame of the portal; `null`: this installation has none. */
  preview(): Answer | null;
}

/** A request with a sign-in, complete or not. */
export interface VisitorCall<Body, Query> extends OpenCall<Body, Query> {
  visitor: Visitor;
  /** The cookie. */
  token: string;
}

/** A request of somebody signed in. */
export interface ViewerCall<Body, Query> extends VisitorCall<Body, Query> {
  viewer: Viewer;
}

/** Who may call a route: the public, a sign-in that may not be complete, or a complete one. */
export type PortalAccess = 'public' | 'visitor' | 'viewer';
interface Calls<Body, Query> {
  public: OpenCall<Body, Query>;
  visitor: VisitorCall<Body, Query>;
  viewer: ViewerCall<Body, Query>;
}

interface RouteOf<Access extends PortalAccess, Body extends TSchema, Query extends TSchema> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/portal/api`; `{id}` is a UUID, `{token}` that of an invitation, `{type}` one of webhooks. */
  path: string;
  /** For metrics and log. */
  name: string;
  access: Access;
  /** It takes so much work that one sign-in gets it a few times a minute only. */
  isCostly?: true;
  /** It ends something, and is there also where the organisation does not allow the address. */
  fromAnywhere?: true;
  /** Largest body in bytes; absent: that of most forms. */
  bodyBytes?: number;
  body?: Body;
  query?: Query;
  answer(call: Calls<Static<Body>, Static<Query>>[Access]): Promise<Answer>;
}

/** A route as the table holds it. */
export interface PortalRoute {
  method: string;
  path: string;
  name: string;
  access: PortalAccess;
  isCostly?: true;
  fromAnywhere?: true;
  bodyBytes?: number;
  body: TSchema;
  query: TSchema;
  answer(call: ViewerCall<unknown, unknown>): Promise<Answer>;
}

const nothing = Type.Object({}, { additionalProperties: false });

/** Checks that a route's handler takes what its schemas and its access give it. */
export function portalRoute<
  Access extends PortalAccess,
  Body extends TSchema = typeof nothing,
  Query extends TSchema = typeof nothing,
>(route: RouteOf<Access, Body, Query>): PortalRoute {
  const { body = nothing, query = nothing, ...rest } = route;
  // The call is put together after both schemas and the access have been checked.
  return { ...rest, body, query, answer: route.answer as unknown as PortalRoute['answer'] };
}

export const done = (): Answer => ({ status: 204, headers: {}, body: Buffer.alloc(0) });
