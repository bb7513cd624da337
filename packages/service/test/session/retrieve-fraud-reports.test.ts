import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { runOn } from '../../src/bin/run-command.ts';
import { decided } from '../support/decide.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { reportFraud, retrieveReports } from '../support/feedback.ts';

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as string;

describeApiOnce('POST /feedback/fraud-reports/retrieve (A-82)', (given) => {
  const integrate = () => given.api.integrate({ settings: { fraudReports: true } });
  const run = (command: string, ...args: string[]) => runOn(given.api.ctx, { command, args });
  const missing = (sessionId: string) => ({
    sessionId,
    status: 'NOT_FOUND',
    details: null,
    errorMessage: 'No report was found.',
  });
  /** A session that was reported. */
  const reportedSession = async (name = 'Approve') => {
    const client = await integrate();
    const sessionId = await decided(given.api, client, name);
    await reportFraud(client, { sessionId, comment: 'Paper edges visible' });
    return { client, sessionId, names: [client.integrationId, sessionId] };
  };
  const submitted = (sessionId: string) => ({
    reportId: uuid,
    sessionId,
    reportedBy: 'api',
    status: 'Submitted',
    verifiedAt: moment,
    reportedAt: moment,
    reviewedAt: null,
    fraudTypeReported: ['document_is_printed_copy'],
    customerComment: 'Paper edges visible',
    initialDecision: 'approved',
    finalDecision: null,
    reviewDecision: null,
    resetFp: false,
    decisionErrorDescription: null,
  });

  it('gives the reports in the order of the request; without one, unknown and foreign sessions are alike', async () => {
    const { client, sessionId } = await reportedSession();
    const foreign = (await reportedSession()).sessionId;
    const quiet = await decided(given.api, client, 'Decline');
    const unknown = randomUUID();
    expect(
      await retrieveReports(client, unknown, quiet, sessionId.toUpperCase(), foreign, sessionId),
    ).toEqual({
      status: 200,
      retryAfter: undefined,
      body: {
        reports: [
          missing(unknown),
          missing(quiet),
          { sessionId, status: 'FOUND', details: submitted(sessionId), errorMessage: null },
          missing(foreign),
          { sessionId, status: 'FOUND', details: submitted(sessionId), errorMessage: null },
        ],
        processedCount: 5,
        foundCount: 2,
        notFoundCount: 3,
      },
    });
  });

  it('has the time of the decision in force when it was reported', async () => {
    const { client, sessionId } = await reportedSession('Resubmit');
    const { bytes } = await client.decision(sessionId);
    const { verification } = JSON.parse(bytes.toString()) as { verification: { decisionTime: string } };
    expect((await retrieveReports(client, sessionId)).body).toMatchObject({
      reports: [
        { details: { initialDecision: 'resubmission_requested', verifiedAt: verification.decisionTime } },
      ],
    });
  });

  it.each([
    ['--agree', 'Agree', 'declined', 'The portrait was replaced'],
    ['--disagree', 'Disagree', 'approved', null],
  ])('after "reports review %s" has its result (A-260)', async (option, verdict, final, error) => {
    const { client, sessionId, names } = await reportedSession();
    const options = error === null ? [] : ['--error', error];
    expect(await run('reports review', ...names, option, ...options, '--by', 'ada')).toEqual({
      exitCode: 0,
      output: { outcome: 'reviewed', reportId: uuid },
    });
    expect((await retrieveReports(client, sessionId)).body).toMatchObject({
      reports: [
        {
          details: {
            ...submitted(sessionId),
            status: 'Reviewed',
            reviewedAt: moment,
            finalDecision: final,
            reviewDecision: verdict,
            decisionErrorDescription: error,
          },
        },
      ],
    });
    expect((await client.decision(sessionId)).json.verification.status).toBe('approved');
    const audit = await run('audit list', '--integration', client.integrationId, '--session', sessionId);
    expect(audit.output).toContainEqual(
      expect.objectContaining({ action: 'review-report', actor: 'cli:ada' }),
    );
  });

  it('is listed for the operator until it is reviewed', async () => {
    const { client, sessionId, names } = await reportedSession();
    const list = async (...args: string[]) =>
      (await run('reports list', '--integration', client.integrationId, ...args)).output;
    const row = {
      integrationId: client.integrationId,
      sessionId,
      reportedAt: moment,
      status: 'Submitted',
      categories: ['document_is_printed_copy'],
      initialDecision: 'approved',
      reviewDecision: null,
    };
    expect(await list()).toEqual([row]);
    expect((await run('reports show', ...names)).output).toMatchObject({
      customerComment: 'Paper edges visible',
    });
    await run('reports review', ...names, '--disagree');
    expect(await list()).toEqual([]);
    expect(await list('--all')).toEqual([{ ...row, status: 'Reviewed', reviewDecision: 'Disagree' }]);
  });

  it('is reviewed once, and only where there is one', async () => {
    const { client, names } = await reportedSession();
    await run('reports review', ...names, '--agree');
    expect(await run('reports review', ...names, '--disagree')).toEqual({
      exitCode: 3,
      output: { outcome: 'already-reviewed' },
      note: 'report: must not be reviewed yet; "reports show" prints its review',
    });
    const quiet = await decided(given.api, client, 'Approve');
    for (const command of ['reports show', 'reports review'])
      expect(
        await run(command, client.integrationId, quiet, ...(command.endsWith('review') ? ['--agree'] : [])),
      ).toEqual({
        exitCode: 4,
        output: { outcome: 'unknown-report' },
        note: 'session: must have a fraud report; "reports list" lists them',
      });
    expect(await run('reports review', ...names)).toMatchObject({
      exitCode: 2,
      note: 'must be given: one of --agree, --disagree',
    });
  });

  it.each<[string, string[], string]>([
    ['none', [], 'A parameter is not valid: sessionIds.'],
    ['eleven', Array.from({ length: 11 }, () => randomUUID()), 'A parameter is not valid: sessionIds.'],
    ['no UUID', ['x'], 'A parameter is not valid: sessionIds[0].'],
  ])('refuses %s', async (_name, ids, message) => {
    const client = await integrate();
    expect(await retrieveReports(client, ...ids)).toEqual({
      status: 400,
      retryAfter: undefined,
      body: { code: '1104', message },
    });
  });
});
