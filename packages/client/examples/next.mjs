// app/webhooks/countersign/route.js
import { CountersignClient } from '@countersign/client';
import { webhookHandler } from './web-standard.mjs';

const client = new CountersignClient({
  baseUrl: process.env.COUNTERSIGN_URL,
  apiKey: process.env.COUNTERSIGN_API_KEY,
  sharedSecret: process.env.COUNTERSIGN_SHARED_SECRET,
});

export const POST = webhookHandler(client, async (webhook) => {
  if (webhook.type === 'decision') console.log(webhook.id, webhook.body.verification.status);
});
