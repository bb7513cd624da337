import { type Static, Type } from 'typebox';
import { fraudCategories } from './feedback.ts';
import { Milliseconds, NullableText, nullable, oneOfTexts, Uuid } from './wire.ts';

/** GET /feedback/fraud-categories. @see spec/contract.md A-80 */
export const FraudCategoriesBody = Type.Object({
  categories: Type.Array(
    Type.Object({
      category: oneOfTexts(fraudCategories.map(({ category }) => category)),
      description: Type.String(),
    }),
  ),
});
export type FraudCategoriesBody = Static<typeof FraudCategoriesBody>;

const count = Type.Integer({ minimum: 0 });

/** POST /feedback/fraud-reports: items in the order of the request. @see spec/contract.md A-81 */
export const FraudReportsBody = Type.Object({
  reports: Type.Array(
    Type.Object({
      sessionId: Type.String(),
      status: oneOfTexts(['reported', 'error']),
      reportId: nullable(Uuid),
      /** Why the item failed; `null` when it was reported. */
      details: NullableText,
    }),
  ),
  processedCount: count,
  reportedCount: count,
  errorCount: count,
});
export type FraudReportsBody = Static<typeof FraudReportsBody>;

/** A stored fraud report. @see spec/contract.md A-82 */
export const FraudReport = Type.Object({
  reportId: Uuid,
  sessionId: Uuid,
  reportedBy: oneOfTexts(['api', 'portal']),
  status: oneOfTexts(['Submitted', 'Reviewed']),
  /** Decision time. */
  verifiedAt: nullable(Milliseconds),
  reportedAt: Milliseconds,
  reviewedAt: nullable(Milliseconds),
  fraudTypeReported: Type.Array(Type.String()),
  customerComment: NullableText,
  initialDecision: Type.String(),
  finalDecision: NullableText,
  reviewDecision: nullable(oneOfTexts(['Agree', 'Disagree'])),
  resetFp: Type.Literal(false),
  decisionErrorDescription: NullableText,
});
export type FraudReport = Static<typeof FraudReport>;

/** POST /feedback/fraud-reports/retrieve. @see spec/contract.md A-82 */
export const RetrievedFraudReportsBody = Type.Object({
  reports: Type.Array(
    Type.Object({
      sessionId: Type.String(),
      status: oneOfTexts(['FOUND', 'NOT_FOUND']),
      details: nullable(FraudReport),
      errorMessage: NullableText,
    }),
  ),
  processedCount: count,
  foundCount: count,
  notFoundCount: count,
});
export type RetrievedFraudReportsBody = Static<typeof RetrievedFraudReportsBody>;
