import { expect, it } from 'vitest';
import { runOn } from '../../src/bin/run-command.ts';
import { decided } from '../support/decide.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { reportFraud, retrieveReports } from '../support/feedback.ts';
import type { Person } from '../support/portal-browser.ts';
import { newOrganisation } from '../support/portal-organisation.ts';

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

describeApiOnce('a fraud report in the portal', (given) => {
  it('is shown on the page of its session, with the comment for people who may write notes (A-82, S17)', async () => {
    const own = await newOrganisation(given.api, { settings: { fraudReports: true } });
    const reviewer = await own.add({ role: 'reviewer' });
    const viewer = await own.add({ role: 'viewer' });
    const id = await decided(given.api, own.client, 'Approve');
    const shown = async ({ browser }: Person) => {
      const { bytes } = await browser.get(`/sessions/${id}`);
      return JSON.parse(bytes.toString()) as { fraudReport: unknown; timeline: { action: string }[] };
    };
    expect((await shown(reviewer)).fraudReport).toBeNull();
    await reportFraud(own.client, { sessionId: id, comment: 'Paper edges visible' });
    const report = {
      reportedAt: moment,
      categories: ['document_is_printed_copy'],
      comment: 'Paper edges visible',
      reviewedAt: null,
      verdict: null,
    };
    expect((await shown(reviewer)).fraudReport).toEqual(report);
    expect((await shown(viewer)).fraudReport).toEqual({ ...report, comment: null });
    const args = [own.client.integrationId, id, '--agree'];
    await runOn(given.api.ctx, { command: 'reports review', args });
    const { fraudReport, timeline } = await shown(reviewer);
    expect(fraudReport).toEqual({ ...report, reviewedAt: moment, verdict: 'Agree' });
    expect(timeline.slice(0, 2).map(({ action }) => action)).toEqual(['review-report', 'report-fraud']);
  });

  it('can be made there once, by people who may write notes, where the integration allows it (A-260)', async () => {
    const own = await newOrganisation(given.api, { settings: { fraudReports: true } });
    const reviewer = await own.add({ role: 'reviewer' });
    const viewer = await own.add({ role: 'viewer' });
    const body = { categories: ['selfie_is_manipulated'], comment: 'Edges of a mask' };
    const report = ({ browser }: Person, id: string, sent: object = body) =>
      browser.post(`/sessions/${id}/fraud-report`, sent);
    const canReport = async ({ browser }: Person, id: string) =>
      (JSON.parse((await browser.get(`/sessions/${id}`)).bytes.toString()) as { canReport: boolean })
        .canReport;
    const id = await decided(given.api, own.client, 'Approve');
    const open = await own.client.createSession();
    expect([await canReport(viewer, id), await canReport(reviewer, open)]).toEqual([false, false]);
    expect((await report(viewer, id)).status).toBe(403);
    expect((await report(reviewer, open)).status).toBe(409);
    for (const wrong of [{ ...body, categories: [] }, { ...body, categories: ['too_tall'] }, {}])
      expect((await report(reviewer, id, wrong)).status).toBe(422);
    expect(await canReport(reviewer, id)).toBe(true);
    expect((await report(reviewer, id)).status).toBe(204);
    expect([await canReport(reviewer, id), (await report(reviewer, id)).status]).toEqual([false, 409]);
    expect((await retrieveReports(own.client, id)).body).toMatchObject({
      reports: [
        {
          details: {
            reportedBy: 'portal',
            fraudTypeReported: ['selfie_is_manipulated'],
            customerComment: 'Edges of a mask',
          },
        },
      ],
    });
    const plain = await own.integrate();
    const elsewhere = await decided(given.api, plain, 'Approve');
    expect([await canReport(reviewer, elsewhere), (await report(reviewer, elsewhere)).status]).toEqual([
      false,
      404,
    ]);
  });
});
