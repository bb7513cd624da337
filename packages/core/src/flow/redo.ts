import type { FlowContext, FlowProblem } from '@countersign/contract';
import { pictureProblems } from '../session/quality-verdicts.ts';

/** What a resubmission request was based on, as far as it is kept. */
export interface RedoCause {
  /** Code of A-100 as the integration receives it, granular or not; `null` where a reviewer gave none. */
  code: number | null;
  /** Measurements of the attempt's pictures; empty if none were inspected. */
  pictures: readonly {
    context: string;
    refusal: string | null;
    quality: readonly { code: string; value: number; region: string }[];
  }[];
}

/** What must be captured again, and why. */
export interface Redo {
  /** Contexts to capture again; `null`: all of them, because the cause cannot be narrowed down. */
  contexts: FlowContext[] | null;
  problems: FlowProblem[];
}

interface RedoRow {
  codes: readonly number[];
  contexts: readonly FlowContext[];
  /** Shown where no picture has a problem of its own. */
  problem?: string;
}

const bothSides = ['document-front', 'document-back'] as const;

/** Codes that name what must be captured again; for all others, the pictures decide. */
const rows: readonly RedoRow[] = [
  { codes: [208, 605], contexts: ['face'], problem: 'face.none' },
  { codes: [641], contexts: ['face'], problem: 'face.several' },
  { codes: [202, 603, 606], contexts: ['face'] },
  { codes: [210, 608], contexts: ['document-front'], problem: 'doc.none' },
  { codes: [609], contexts: ['document-back'], problem: 'doc.none' },
  { codes: [614], contexts: ['document-front'], problem: 'doc.cut' },
  { codes: [615], contexts: ['document-back'], problem: 'doc.cut' },
  { codes: [203], contexts: bothSides, problem: 'doc.cut' },
  { codes: [206, 602], contexts: bothSides, problem: 'doc.type' },
  { codes: [207, 620], contexts: bothSides, problem: 'doc.expired' },
  { codes: [209], contexts: bothSides, problem: 'doc.none' },
  { codes: [205, 619, 621, 625, 626, 627, 628, 629, 630, 631, 632, 633, 634, 642], contexts: bothSides },
];

/**
 * Which parts of an attempt must be captured again: those the reason names, and those whose pictures failed by themselves.
 * This never reveals a sign of fraud: the problems are those that were, or would have been, shown during capture.
 * @see spec/contract.md A-184
 */
export function redoOf({ code, pictures }: RedoCause): Redo {
  const row = rows.find(({ codes }) => code !== null && codes.includes(code));
  const failing = pictures.map(({ context, quality, refusal }) => ({
    context: context.replace(/-pre$/, ''),
    codes: pictureProblems(quality, refusal)
      .filter(({ verdict }) => verdict === 'fail')
      .map((problem) => problem.code),
  }));
  const named = new Set<FlowContext>(row?.contexts ?? []);
  for (const { context, codes } of failing)
    if (codes.length > 0 && isFlowContext(context)) named.add(context);
  const found = [...new Set(failing.flatMap(({ codes }) => codes))];
  const shown = found.length > 0 || row?.problem === undefined ? found : [row.problem];
  return {
    contexts: named.size === 0 ? null : order.filter((context) => named.has(context)),
    problems: shown.map((problem) => ({ code: problem, severity: 'fail' })),
  };
}

const order: readonly FlowContext[] = ['document-front', 'document-back', 'face'];
const isFlowContext = (context: string): context is FlowContext =>
  (order as readonly string[]).includes(context);
