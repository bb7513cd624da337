import {
  instantPattern,
  isMoment,
  linePattern,
  lineRule,
  parseStrictJson,
  Problem,
} from '@countersign/contract';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { PortalRefused } from '../../usecases/portal/portal-refused.ts';
import { knownPath } from '../known-path.ts';

const controlCharacters = /[\u0000-\u001f\u007f]/;

/** Parses a body strictly: JSON without duplicate members, and only the members of the schema. @throws PortalRefused invalid */
export function readPortalBody<Schema extends TSchema>(schema: Schema, bytes: Buffer): Static<Schema> {
  return requireForm(schema, bytes.length === 0 ? {} : jsonOf(bytes));
}

/** Parses a query: no repeated members, and only those of the schema. @throws PortalRefused invalid */
export function readPortalQuery<Schema extends TSchema>(schema: Schema, query: string): Static<Schema> {
  const parameters = new URLSearchParams(query);
  const members: Record<string, string> = {};
  for (const [name, value] of parameters) {
    if (Object.hasOwn(members, name)) throw invalid(name, 'must be there once');
    if (controlCharacters.test(value)) throw invalid(name, 'must hold no control characters');
    // An empty filter is no filter: forms send it that way.
    if (value !== '') members[name] = value;
  }
  return requireForm(schema, members);
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return parseStrictJson(bytes);
  } catch (error) {
    if (error instanceof Problem) throw new PortalRefused('invalid', 'body: must be JSON');
    throw error;
  }
}

function requireForm<Schema extends TSchema>(schema: Schema, value: unknown): Static<Schema> {
  if (Value.Check(schema, value)) {
    requireMoments(schema, value);
    return value;
  }
  const errors = Value.Errors(schema, value);
  const [first] = errors;
  const known = knownPath(schema, first?.instancePath ?? '');
  const { requiredProperties, pattern } = (first?.params ?? {}) as {
    requiredProperties?: string[];
    pattern?: string;
  };
  const missing = requiredProperties?.[0];
  const problem = pattern === linePattern ? lineRule : (first?.message ?? 'must be valid');
  throw invalid([known, missing].filter(Boolean).join('.') || 'body', problem);
}

/** A well-formed time may still not exist. @throws PortalRefused invalid */
function requireMoments(schema: TSchema, value: unknown): void {
  const { properties = {} } = schema as { properties?: Record<string, { pattern?: string }> };
  for (const [name, member] of Object.entries(value as object)) {
    const isInstant = properties[name]?.pattern === instantPattern && typeof member === 'string';
    if (isInstant && !isMoment(member)) throw invalid(name, 'must be a moment that exists');
  }
}

const invalid = (member: string, problem: string) =>
  new PortalRefused('invalid', `${member.slice(0, 100)}: ${problem}`, { member: member.slice(0, 100) });
