import { createHash, randomBytes } from 'node:crypto';

/** A token for a cookie, a bearer or a link: 256 random bits as 43 characters of base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The stored form of a token: its SHA-256, 32 bytes. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();
