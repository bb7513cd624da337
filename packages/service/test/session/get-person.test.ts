import { PersonBody } from '@countersign/contract';
import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { decided, seeing, verify } from '../support/decide.ts';
import { endDue } from '../support/end-due.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { seenPictures } from '../support/findings.ts';
import {
  integrateScreening,
  listsOf,
  patchResult,
  readResult,
  screenedSession,
} from '../support/screening.ts';

describeApiOnce('GET /sessions/{sessionId}/person (A-58)', (given) => {
  it('the person is as supplied at session creation, in every status', async () => {
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

  it('what was read of the document stays when there is no resubmission (A-58)', async () => {
    const { api, client } = given;
    const id = await client.createSession({ person: { lastName: 'Maasikas' } });
    await client.submit(id);
    const seen = seenPictures();
    const pictures = seen.pictures.map((each) => (each.context === 'face' ? { ...each, faces: [] } : each));
    await verify(api, id, seeing({ ...seen, comparison: null, comparisonReason: null, pictures }));
    const path = `/sessions/${id}/person`;
    const read = { firstName: 'LIISA', lastName: 'MAASIKAS', dateOfBirth: '1991-03-14' };
    expect((await client.call({ path })).json.person).toMatchObject(read);
    await given.clock.advance({ seconds: 301 });
    await endDue(api, client);
    const decision = (await client.decision(id)).json.verification;
    expect(decision).toMatchObject({ status: 'abandoned', person: { firstName: null } });
    expect((await client.call({ path })).json.person).toMatchObject(read);
  });

  it('the hits of every screening are in the older structure too; a session that was only screened shows its person', async () => {
    const { api } = given;
    const client = await integrateScreening(api);
    const lists = listsOf('lists-1', {
      id: 'x-1',
      name: 'Dario Velmonte Ruiz',
      aka: ['Dario Velmont'],
      lists: ['SANCTIONS', 'PEP_CLASS_2'],
      countries: ['CO'],
    });
    const person = { firstName: 'Dario', lastName: 'Velmont', dateOfBirth: '1971-06-02' };
    const id = await screenedSession(api, client, { person, lists });
    const [hit] = (await readResult(client, id)).data.hits;
    await patchResult(client, id, { hit: { id: hit?.id, matchStatus: 'true_match', riskLevel: 'low' } });
    const { json } = await client.call({ path: `/sessions/${id}/person` });
    expect(Value.Check(PersonBody, json)).toBe(true);
    expect(json.person).toMatchObject({
      ...person,
      pepSanctionMatches: [
        {
          provider: 'countersign',
          numberOfMatches: 1,
          matches: [],
          hits: [
            {
              doc: {
                id: 'x-1',
                name: 'Dario Velmonte Ruiz',
                aka: [{ name: 'Dario Velmont' }],
                types: ['sanction', 'pep-class-2'],
              },
              matchTypes: ['aka_exact'],
              matchTypesDetails: {
                'Dario Velmont': {
                  matchTypes: { dario: ['aka_exact'], velmont: ['aka_exact'] },
                  type: 'aka',
                },
              },
              matchStatus: 'true_match',
              isWhitelisted: false,
            },
          ],
        },
      ],
    });
    const clean = await screenedSession(api, client, { person, lists: listsOf('lists-1') });
    const none = (await client.call({ path: `/sessions/${clean}/person` })).json.person;
    expect(none).toMatchObject({ pepSanctionMatches: [] });
  });
});
