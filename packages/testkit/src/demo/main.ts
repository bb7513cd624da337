/** `npm run demo`: a fresh instance, drawn people, real checks. Exit status 0 only if every decision is the expected one. */
import { startTestService } from '../test-service.ts';
import { identityStories } from './stories.ts';
import { tellStory } from './tell-story.ts';

const print = (line: string) => void process.stdout.write(`${line}\n`);

const start = performance.now();
const service = await startTestService();
const { client } = await service.integrate();
print(
  `A fresh instance on ${service.url}, ready after ${(performance.now() - start).toFixed(0)} ms. Everybody here is drawn and invented.`,
);

const problems: string[] = [];
try {
  for (const story of identityStories) {
    const found = await tellStory({ client, receiver: service.receiver, print }, story);
    problems.push(...found.map((problem) => `${story.title}: ${problem}`));
  }
} finally {
  await service.close();
}

print('');
for (const problem of problems) print(`FAILED  ${problem}`);
if (problems.length === 0) print(`All ${identityStories.length} decisions are the expected ones.`);
process.exitCode = problems.length === 0 ? 0 : 1;
