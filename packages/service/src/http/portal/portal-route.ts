import { type Static, type TSchema, Type } from 'typebox';
import type { PasskeySite } from '../../signing/webauthn.ts';
import type { Knock } from '../../usecases/portal/sign-in/start-sign-in.ts';
import type { PortalUseCases } from '../../usecases/portal/portal-use-cases.ts';
import type { Viewer, Visitor } from '../../usecases/portal/viewer.ts';
import type { Answer } from '../public/answer.ts';
import type { Exchange } from '../public/exchange.ts';

/** Data available in every portal request. */
export interface OpenCall<Body, Query> {
  exchange: Exchange;
  useCases: PortalUseCases;
  knock: Knock;
  /** The variable parts of the path, in order. */
  ids: readonly string[];
  body: Body;
  query: Query;
  /** `set-cookie` for a new token, or to clear it. */
  cookie(token: string | null): string;
  /** `set-cookie` that marks a browser as known after a complete sign-in, preserving entries of other accounts. */
  knownCookie(known: string): string;
  /** Where passkeys are valid, and where single sign-on providers redirect browsers. */
  site(): PasskeySite;
  /** The sign-in cookie as sent, valid or not; `null` without one. */
  signInToken(): string | null;
  /** The cookie of a browser that was sent to a single sign-on provider. */
  ssoCookie: { read(): string | null; write(token: string): string };
  /** The page that shows screens of the flow in a frame of the portal; `null`: not installed. */
  preview(): Answer | null;
}

/** A request with a sign-in, complete or not. */
export interface VisitorCall<Body, Query> extends OpenCall<Body, Query> {
  visitor: Visitor;
  /** Value of the cookie. */
  token: string;
}

/** A request from a signed-in person. */
export interface ViewerCall<Body, Query> extends VisitorCall<Body, Query> {
  viewer: Viewer;
}

/** Who may call a route: anyone, a sign-in that may be incomplete, or a complete one. */
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
  /** Name in metrics and logs. */
  name: string;
  access: Access;
  /** Expensive: limited to a few calls a minute per sign-in. */
  isCostly?: true;
  /** Ends something, so it is available even from addresses the organisation does not allow. */
  fromAnywhere?: true;
  /** Maximum body in bytes; absent: the default for forms. */
  bodyBytes?: number;
  body?: Body;
  query?: Query;
  answer(call: Calls<Static<Body>, Static<Query>>[Access]): Promise<Answer>;
}

/** A route as stored in the table. */
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

/** Type-checks that a route's handler accepts what its schemas and its access level provide. */
export function portalRoute<
  Access extends PortalAccess,
  Body extends TSchema = typeof nothing,
  Query extends TSchema = typeof nothing,
>(route: RouteOf<Access, Body, Query>): PortalRoute {
  const { body = nothing, query = nothing, ...rest } = route;
  // The call is assembled after both schemas and the access level have been checked.
  return { ...rest, body, query, answer: route.answer as unknown as PortalRoute['answer'] };
}

export const done = (): Answer => ({ status: 204, headers: {}, body: Buffer.alloc(0) });
