import { readdir, readFile } from 'node:fs/promises';
import { CountersignClient } from '@countersign/client';
import { startListener } from './node-http.mjs';

const [folder = 'person', port = '3000'] = process.argv.slice(2);
const access = JSON.parse(await readFile('data/dev-integration.json', 'utf8'));
const client = new CountersignClient({ ...access, baseUrl: access.apiUrl });

const { verification } = await client.createSession({ vendorData: 'customer-70341' });

// Webhooks that are not signed by the service never reach this function.
const listener = startListener(client, ({ type, body }) => {
  if (type !== 'decision' || body.verification.id !== verification.id) return;
  const { status, code, reason, person } = body.verification;
  console.log(`verified webhook: ${status} (${code}) ${reason ?? ''}`, person.firstName, person.lastName);
  listener.close();
});
listener.listen(Number(port), '127.0.0.1');

for (const file of (await readdir(folder)).filter((name) => /\.(jpe?g|png)$/.test(name))) {
  const context = file.replace(/\.\w+$/, '');
  await client.uploadMedia(verification.id, { context, content: await readFile(`${folder}/${file}`) });
  console.log(`uploaded ${context}`);
}
await client.submitSession(verification.id);
console.log(`submitted ${verification.id}, waiting for the webhook …`);
