import { readFile } from 'node:fs/promises';
import { CountersignClient } from '@countersign/client';

/** Verifies a person from three pictures and returns the decision. */
export async function verifyPerson({ baseUrl, apiKey, sharedSecret }, folder) {
  const client = new CountersignClient({ baseUrl, apiKey, sharedSecret });
  const { verification } = await client.createSession({ vendorData: 'customer-70341' });
  for (const context of ['document-front', 'document-back', 'face'])
    await client.uploadMedia(verification.id, {
      context,
      content: await readFile(`${folder}/${context}.jpg`),
    });
  await client.submitSession(verification.id);
  const decision = await client.waitForDecision(verification.id);
  return decision.verification;
}
