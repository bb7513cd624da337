import http from 'node:http';
import { heavyPng } from '../pictures/png.ts';
import { type Request, signedRead, signedWrite } from '../request.ts';
import { submission, uploadBody } from '../target.ts';
import type { VictimPlan, VictimResult } from './plans.ts';

/**
 * The victim's client: requests at a constant rate, with times from the moment a request was due. A client that waited for
 * responses would send nothing while the service stalls, and would not measure the stall.
 * @see design: open model
 */
export async function runVictim(plan: VictimPlan): Promise<VictimResult> {
  const client = createClient(plan);
  const latencies: number[] = [];
  let failed = 0;
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  const total = Math.max(1, Math.floor(plan.rate * plan.seconds));
  const one = async (at: number) => {
    const dueAt = startedAt + (at / plan.rate) * 1_000;
    const wait = dueAt - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const ok = await withDeadline(client(at), dueAt + plan.deadlineMs - performance.now());
    if (!ok) failed += 1;
    latencies.push(ok ? performance.now() - dueAt : plan.deadlineMs);
  };
  await Promise.all(Array.from({ length: total }, (_, at) => one(at)));
  const { user, system } = process.cpuUsage(cpuBefore);
  return { latencies, failed, cpuSeconds: (user + system) / 1e6 };
}

async function withDeadline(work: Promise<boolean>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), Math.max(0, ms))));
  const ok = await Promise.race([work.catch(() => false), late]);
  clearTimeout(timer);
  return ok;
}

type Client = (at: number) => Promise<boolean>;

function createClient({ flow, address, victim, things, deadlineMs }: VictimPlan): Client {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 32 });
  const send = (request: Request) => call(agent, { address, request, deadlineMs });
  const create = (firstName: string) =>
    signedWrite(victim, {
      target: '/v1/sessions',
      body: JSON.stringify({ verification: { person: { firstName, lastName: 'Maasikas' } } }),
    });
  const decision = (id: string) => signedRead(victim, { target: `/v1/sessions/${id}/decision`, over: id });
  const picture = uploadBody(heavyPng(200 * 1024, 11));
  let uploadsTo: Promise<string> | null = null;
  const sessionFrom = async (firstName: string): Promise<string> => {
    const answer = await send(create(firstName));
    if (answer.status !== 201) throw new Error(String(answer.status));
    return (JSON.parse(answer.body) as { verification: { id: string } }).verification.id;
  };
  const upload = async () => {
    uploadsTo ??= sessionFrom('Liisa').catch((error: unknown) => {
      uploadsTo = null;
      throw error;
    });
    return send(signedWrite(victim, { target: `/v1/sessions/${await uploadsTo}/media`, body: picture }));
  };
  const approve = async () => {
    const id = await sessionFrom('Approve');
    const submitted = await send(
      signedWrite(victim, { method: 'PATCH', target: `/v1/sessions/${id}`, body: submission }),
    );
    if (submitted.status !== 200) return false;
    for (;;) {
      const answer = await send(decision(id));
      if (answer.status === 200 && !answer.body.includes('"verification":null')) return true;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  if (flow === 'approvals') return approve;
  return async (at) => {
    if (at % 4 === 1) return (await send(create('Liisa'))).status === 201;
    if (at % 8 === 3) return (await upload()).status === 200;
    return (await send(decision(things.sessionId))).status === 200;
  };
}

function call(
  agent: http.Agent,
  { address, request, deadlineMs }: { address: VictimPlan['address']; request: Request; deadlineMs: number },
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', target, key, signature, body } = request;
    const headers = {
      'x-auth-client': key ?? '',
      ...(signature ? { 'x-hmac-signature': signature } : {}),
      ...(body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    };
    const sent = http.request(
      { ...address, agent, method, path: target, headers, timeout: deadlineMs },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
        );
        response.on('error', reject);
      },
    );
    sent.on('timeout', () => sent.destroy());
    sent.on('error', reject);
    sent.end(body);
  });
}
