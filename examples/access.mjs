// What every sample takes from its environment, or from what `npm start` left in data/.
import { readFileSync } from 'node:fs';
import { CountersignClient } from '@countersign/client';

const { API_URL, API_KEY, SHARED_SECRET } = process.env;
const access =
  API_URL && API_KEY && SHARED_SECRET
    ? { apiUrl: API_URL, apiKey: API_KEY, sharedSecret: SHARED_SECRET }
    : JSON.parse(readFileSync(new URL('../data/dev-integration.json', import.meta.url), 'utf8'));

export const client = new CountersignClient({ ...access, baseUrl: access.apiUrl });

/** Where the browser SDK and the flow come from. A service with an address of its own for the flow (FLOW_URL) needs that here. */
export const flowOrigin = process.env.FLOW_ORIGIN ?? new URL(access.apiUrl).origin;

export const port = Number(process.env.PORT ?? 3000);
