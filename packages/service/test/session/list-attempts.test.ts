import { expect, it } from 'vitest';
import { describeApiOnce } from '../support/describe-api.ts';

const milliseconds = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describeApiOnce('GET /sessions/{sessionId}/attempts (A-44)', (given) => {
  it('shows the one attempt of a new session', async () => {
    const { client } = given;
    const id = await client.createSession();
    const { json, bytes } = await client.call({ path: `/sessions/${id}/attempts` });
    const [{ id: attemptId, createdTime }] = json.verifications;
    expect(createdTime).toMatch(milliseconds);
    expect(bytes.toString()).toBe(
      `{"status":"success","verifications":[{"id":"${attemptId}","status":"created","createdTime":"${createdTime}"}]}`,
    );
  });
});
