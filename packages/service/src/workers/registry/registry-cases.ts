/** The differences between registries in one check: inputs, query, evaluation, and what may be stored. */
import {
  type AdvisoryNote,
  brazilAdvice,
  brazilInput,
  type BrFieldCheck,
  type CoFindings,
  type CoIdType,
  colombiaAdvice,
  colombiaInput,
  type DecisionRegistry,
  type DocumentReading,
  evaluateBr,
  evaluateCo,
  evaluateMx,
  evaluateUs,
  mexicoAdvice,
  mexicoInput,
  type MxOptionalCheck,
  questionBr,
  questionCo,
  questionMx,
  type RegistryConnector,
  type RegistryImage,
  type RegistryResult,
  type RegistryVerdict,
  unitedStatesQuestion,
} from '@countersign/core';
import type { Registries } from '@countersign/registries';
import type { IntegrationSettings } from '../../settings/integration-settings.ts';
import type { DecryptedAttempt } from '../../usecases/session/record-decision.ts';

/** The result of a check, for any registry. */
export interface RegistryOutcome {
  outcome: DecisionRegistry;
  verdict: RegistryVerdict;
  /** Row of the decision table. */
  row: string;
  findings: CoFindings | null;
}

/** A query with all its inputs; only the registry still has to be called. */
export type PutQuestion = (
  registries: Registries,
  context: Parameters<RegistryConnector<never, never>['check']>[1],
) => Promise<RegistryResult<unknown>>;

/** One attempt at one registry. */
export interface RegistryCase {
  /**
   * @param result `null`: evaluates whether anything settles the check before the registry is called
   * @returns `call`: only for `null`
   */
  evaluate(result: RegistryResult<unknown> | null): 'call' | RegistryOutcome;
  /** @param selfie `null` only if faces are not compared */
  question(selfie: RegistryImage | null): PutQuestion;
  advice: AdvisoryNote<string>[];
  /** Whether the answer itself is stored. That of Colombia's registry contains names, so only its outcome is stored. */
  keepsAnswer: boolean;
  /** Type of identity card, if the registry has a connector for each; `null` otherwise, and if none is known. */
  idType: CoIdType | null;
}

/** The input of a case. */
export interface CaseInput {
  opened: DecryptedAttempt;
  /** `null`: no document was read. */
  reading: DocumentReading | null;
  /** A picture of the person was sent. */
  selfie: boolean;
  /** The time at which the check begins. */
  now: Date;
}

/** The checks by registry; `null` if one does not run for this attempt. */
export const registryCases: Readonly<
  Record<DecisionRegistry['registry'], (input: CaseInput) => RegistryCase | null>
> = { br: brazil, mx: mexico, co: colombia, us: unitedStates };

/** Whether a registry compares the person's face with its own portrait. */
export const comparesFaces: Readonly<Record<DecisionRegistry['registry'], boolean>> = {
  br: true,
  mx: true,
  co: false,
  us: false,
};

/** Connectors return the answer type of their queries, so the answer fits the evaluator of the same case. */
type Answers<A> = RegistryResult<A> | null;

function brazil({ opened, reading, selfie, now }: CaseInput): RegistryCase | null {
  const { session, settings, row } = opened;
  const alone = !settings.identityVerification;
  const input = brazilInput(session, reading, { selfie, test: row.mode === 'test', alone });
  // A document other than a licence, and no known CPF: the check does not run (registries 4.1).
  if (settings.identityVerification && !input.licencePresented && input.cpf === undefined) return null;
  const policy = { ...settings.brazil, fields: fieldsOf(settings.brazil) };
  return {
    advice: brazilAdvice(input),
    keepsAnswer: true,
    idType: null,
    evaluate(result) {
      const today = dayInBrazil(now);
      const evaluated = evaluateBr(input, policy, result as Answers<Answer<'br'>>, today);
      if (evaluated === 'call') return evaluated;
      const { object, verdict, row: rowId } = evaluated;
      return { outcome: { registry: 'br', object }, verdict, row: rowId, findings: null };
    },
    question: (image) => {
      const question = questionBr(input, policy, required(image));
      return ({ br }, context) => br.check(question, context);
    },
  };
}

type Answer<Name extends 'br' | 'mxIne' | 'us'> =
  Awaited<ReturnType<Registries[Name]['check']>> extends infer Result
    ? Result extends { kind: 'answered'; answer: infer A }
      ? A
      : never
    : never;

/** `YYYY-MM-DD` in Brazil, where its licences expire. */
const dayInBrazil = (now: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(now);

function fieldsOf({
  faceThreshold: _face,
  nameThreshold: _name,
  ...fields
}: IntegrationSettings['brazil']): Record<BrFieldCheck, 'off' | 'on' | 'required'> {
  return fields;
}

function mexico({ opened, reading, selfie }: CaseInput): RegistryCase {
  const { session, settings } = opened;
  const input = mexicoInput(session, reading, { selfie });
  const policy = { faceThreshold: settings.mexico.faceThreshold, optional: optionalOf(settings.mexico) };
  return {
    advice: mexicoAdvice(input),
    keepsAnswer: true,
    idType: null,
    evaluate(result) {
      const evaluated = evaluateMx(input, policy, result as Answers<Answer<'mxIne'>>);
      if (evaluated === 'call') return evaluated;
      const { object, verdict, row } = evaluated;
      return { outcome: { registry: 'mx', object }, verdict, row, findings: null };
    },
    question: (image) => {
      const question = questionMx(input, policy, required(image));
      return ({ mxIne }, context) => mxIne.check(question, context);
    },
  };
}

function optionalOf({
  faceThreshold: _face,
  ineQuery: _ine,
  curpQuery: _curp,
  combinedQuery: _combined,
  ...optional
}: IntegrationSettings['mexico']): Record<MxOptionalCheck, boolean> {
  return optional;
}

function colombia({ opened, reading }: CaseInput): RegistryCase {
  const { session, settings } = opened;
  const input = colombiaInput(session, reading);
  return {
    advice: colombiaAdvice(input),
    keepsAnswer: false,
    idType: questionCo(input)?.idType ?? null,
    evaluate(result) {
      const evaluated = evaluateCo(input, settings.colombia, result as Parameters<typeof evaluateCo>[2]);
      if (evaluated === 'call') return evaluated;
      const { object, verdict, row, findings } = evaluated;
      return { outcome: { registry: 'co', object }, verdict, row, findings };
    },
    question: () => {
      const question = required(questionCo(input));
      const type: CoIdType = question.idType;
      return ({ co }, context) => co[type].check(question, context);
    },
  };
}

function unitedStates({ opened }: CaseInput): RegistryCase {
  const question = unitedStatesQuestion(opened.session);
  return {
    advice: [],
    keepsAnswer: true,
    idType: null,
    evaluate(result) {
      const evaluated = evaluateUs(question, result as Answers<Answer<'us'>>);
      if (evaluated === 'call') return evaluated;
      const { object, verdict, row } = evaluated;
      return { outcome: { registry: 'us', object }, verdict, row, findings: null };
    },
    question:
      () =>
      ({ us }, context) =>
        us.check(question, context),
  };
}

function required<T>(value: T | null): T {
  if (value === null) throw new Error('registry call: an input is missing');
  return value;
}
