import { expect, it } from 'vitest';
import { decided } from './support/decide.ts';
import { describeApi } from './support/describe-api.ts';

describeApi('GET /sessions/{sessionId}/person (A-58)', (given) => {
  it('the person is what session creation said, in every status', async () => {
    const { api, client } = given;
    const person = {
      firstName: ' Liisa ',
      lastName: 'Maasikas',
      idNumber: '49103149907',
      gender: 'FEMALE',
      dateOfBirth: '1991-03-14',
    };
    const id = await client.createSession({ person });
    const path = `/sessions/${id}/person`;
    const { json, bytes } = await client.call({ path });
    expect(bytes.toString()).toBe(
      `{"status":"success","person":{"id":"${json.person.id}","firstName":"Liisa","lastName":"Maasikas","idCode":"49103149907",` +
        `"dateOfBirth":"1991-03-14","gender":"F","nationality":null,"placeOfBirth":null,"citizenships":[],"pepSanctionMatches":[]}}`,
    );
    expect(json.person.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect((await client.call({ path })).json.person.id).toBe(json.person.id);
    const abandoned = await decided(api, client, 'Abandon');
    const after = await client.call({ path: `/sessions/${abandoned}/person` });
    expect(after.json.person).toMatchObject({ firstName: 'Abandon', lastName: 'Maasikas', idCode: null });
  });
});
