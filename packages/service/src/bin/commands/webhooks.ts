import type { Command } from '../command.ts';

/** Verbs on webhooks. */
export const webhookCommands: Command[] = [];
