/**
 * Schemas of all messages of the picture process, which may be under the control of whoever made one of the pictures: the service
 * rejects anything else. Only the service loads this file; the others import its types.
 */
import {
  captureFindings,
  closed,
  count,
  type Form,
  formOf,
  listOf,
  modelName,
  nullable,
  partFailure,
  pictureFindings,
  score,
  text,
} from '@countersign/findings';
import { type Static, type TProperties, Type } from 'typebox';

const id = count(Number.MAX_SAFE_INTEGER);
/** Memory in bytes. */
const resident = count(Number.MAX_SAFE_INTEGER);
/** Why models cannot be used. */
const reason = text(10_000);
const models = listOf(modelName, 16);
const held = Type.Boolean();

/** Parts that failed in one task, across all its pictures. */
const failures = listOf(partFailure, 4_096);

const plain = <Kind extends string, Members extends TProperties>(kind: Kind, members: Members) =>
  closed({ ...members, resident, kind: Type.Literal(kind) });
const answered = <Kind extends string, Members extends TProperties>(kind: Kind, members: Members) =>
  plain('answer', { id, answer: closed({ ...members, kind: Type.Literal(kind) }) });
const found = <Kind extends string, Members extends TProperties>(kind: Kind, members: Members) =>
  answered('done', { result: closed({ ...members, kind: Type.Literal(kind) }), failures });

/** Every message by its innermost kind. */
const schemas = {
  tested: plain('tested', {
    result: closed({
      held: closed({
        environment: held,
        memory: held,
        processes: held,
        files: held,
        network: held,
        sockets: held,
        writes: held,
      }),
      unreadable: listOf(text(4_096), 64),
    }),
  }),
  ready: plain('ready', { models }),
  broken: plain('broken', { reason }),
  /** The thread that ran this task died because of it. */
  died: plain('died', { id }),
  /** The work threw an error of this class. */
  failed: answered('failed', { error: partFailure.properties.error }),
  /** Time ran out before there was a result; never for a `final` task. */
  late: answered('late', {}),
  inspect: found('inspect', { findings: pictureFindings }),
  judge: found('judge', { findings: captureFindings }),
  'prepare-selfie': found('prepare-selfie', { made: Type.Boolean() }),
  'compare-faces': found('compare-faces', { score: nullable(score) }),
};

type Forms = { readonly [Kind in keyof typeof schemas]: Form<Static<(typeof schemas)[Kind]>> };

const forms: Forms = {
  tested: formOf(schemas.tested),
  ready: formOf(schemas.ready),
  broken: formOf(schemas.broken),
  died: formOf(schemas.died),
  failed: formOf(schemas.failed),
  late: formOf(schemas.late),
  inspect: formOf(schemas.inspect),
  judge: formOf(schemas.judge),
  'prepare-selfie': formOf(schemas['prepare-selfie']),
  'compare-faces': formOf(schemas['compare-faces']),
};

/** A message of the picture process; `resident` is its memory in bytes at that moment. */
export type CheckedReply = Static<(typeof schemas)[keyof typeof schemas]>;

/** The schema for the kind a message claims to be; `null` when there is no such kind. */
function formClaimed(message: unknown): Forms[keyof Forms] | null {
  const answer = memberOf(message, 'kind') === 'answer' ? memberOf(message, 'answer') : message;
  const innermost = memberOf(answer, 'kind') === 'done' ? memberOf(answer, 'result') : answer;
  const kind = memberOf(innermost, 'kind');
  return isKind(kind) ? forms[kind] : null;
}

const isKind = (kind: unknown): kind is keyof Forms => typeof kind === 'string' && Object.hasOwn(forms, kind);

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** Compiles all schemas: 0.1 s once, which should not delay an answer. */
export function prepareReplyForms(): void {
  for (const form of Object.values(forms)) form.prepare();
}

/** Maximum message size for which the wrong member is determined: that takes 0.1 ms per kilobyte. */
const explainedBytes = 256 * 1_024;

/** Whether a message matches the schema of its kind, including all bounds. */
export function isReply(value: unknown): value is CheckedReply {
  return formClaimed(value)?.matches(value) ?? false;
}

/** Why a message is invalid, in our own words: contains nothing from it. */
export function faultOfReply(value: unknown, bytes: number): string {
  const form = formClaimed(value);
  if (form === null) return 'no known kind';
  return bytes > explainedBytes ? 'too large to find the member at fault' : form.faultOf(value);
}
