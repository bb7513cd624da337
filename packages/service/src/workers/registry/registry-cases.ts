/** What differs from registry to registry in one check: inputs, question, evaluation, and what may be kept. */
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

/** How a check ended, whichever registry it was. */
export interface RegistryOutcome {
  outcome: DecisionRegistry;
  verdict: RegistryVerdict;
  /** Row of the decision table. */
  row: string;
  findings: CoFindings | null;
}

/** A question with all its inputs; only the registry is still to be called. */
export type PutQuestion = (
  registries: Registries,
  context: Parameters<RegistryConnector<never, never>['check']>[1],
) => Promise<RegistryResult<unknown>>;

/** One attempt before one registry. */
export interface RegistryCase {
  /**
   * @param result `null`: evaluates whether anything settles the check before the registry is called
   * @returns `call`: only for `null`
   */
  evaluate(result: RegistryResult<unknown> | null): 'call' | RegistryOutcome;
  /** @param selfie `null` only where faces are not compared */
  question(selfie: RegistryImage | null): PutQuestion;
  advice: AdvisoryNote<string>[];
  /** Whether the answer itself is stored. That of Colombia's registry contains names, so that only its outcome is stored. */
  keepsAnswer: boolean;
  /** Type of identity card, where the registry has a connector for each; `null` elsewhere, and where none is known. */
  idType: CoIdType | null;
}

/** What a case is made of. */
export interface CaseInput {
  opened: DecryptedAttempt;
  /** `null`: no document was looked at. */
  reading: DocumentReading | null;
  /** A picture of the person was sent. */
  selfie: boolean;
  /** The clock when the check begins. */
  now: Date;
}

/** The checks by registry; `null` where one does not run for this attempt. */
export const registryCases: Readonly<
  Record<DecisionRegistry['registry'], (input: CaseInput) => RegistryCase | null>
> = { br: brazil, mx: mexico, co: colombia, us: unitedStates };

/** Whether a registry compares the person's face with a portrait of its own. */
export const comparesFaces: Readonly<Record<DecisionRegistry['registry'], boolean>> = {
  br: true,
  mx: true,
  co: false,
  us: false,
};

/** Connectors return the answer type of their questions, so the answer fits the evaluator of the same case. */
type Answers<A> = RegistryResult<A> | null;

function brazil({ opened, reading, selfie, now }: CaseInput): RegistryCase | null {
  const { session, settings, row } = opened;
  const alone = !settings.identityVerification;
  const input = brazilInput(session, reading, { selfie, test: row.mode === 'test', alone });
  // Another document than a licence, and no known CPF: the check does not run (registries 4.1).
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

/** `YYYY-MM-DD` where Brazilian licences run out. */
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
