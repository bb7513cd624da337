import { Type } from 'typebox';
import { isNetwork } from './networks.ts';

// Forms of variables' values: what a value may be, after "must be".

export const integer = (minimum: number, maximum: number) => ({
  schema: Type.Integer({ minimum, maximum }),
  form: `a whole number from ${minimum} to ${maximum}`,
});

export const choice = <const Names extends readonly string[]>(...names: Names) => ({
  schema: Type.Unsafe<Names[number]>({ type: 'string', enum: [...names] }),
  form: `one of ${names.join(', ')}`,
});

export const text = { schema: Type.String({ minLength: 1 }), form: 'a text' };
export const file = { schema: Type.String({ minLength: 1 }), form: 'the path of a file' };
export const directory = { schema: Type.String({ minLength: 1 }), form: 'the path of a directory' };
export const flag = { schema: Type.Boolean(), form: 'true or false' };
export const address = {
  schema: Type.String({ pattern: '^https?://[^\\s/]+[^\\s]*$' }),
  form: 'an address that begins with http:// or https://',
};
/** A base address, to which paths are appended. */
export const baseAddress = {
  ...address,
  form: `${address.form}, without user, query and fragment`,
  accepts: (given: string): boolean => URL.canParse(given) && !/[?#@]/.test(given),
};
export const networks = {
  schema: Type.Array(Type.String()),
  form: 'addresses or networks (CIDR) separated by commas',
  accepts: (list: string[]): boolean => list.every(isNetwork),
};
export const postgresAddress = {
  schema: Type.String({ pattern: '^postgres(ql)?://' }),
  form: 'an address that begins with postgres://',
};

export const smtpAddress = {
  schema: Type.String({
    pattern: '^smtps?://([^\\s/@]+@)?(\\[[0-9A-Fa-f:.]+\\]|[^\\s/@:\\[\\]]+)(:[0-9]{1,5})?/?$',
  }),
  form: 'an address that begins with smtps:// or smtp://',
};
export const sender = {
  schema: Type.String({ pattern: '^[^\\s@<>"]+@[^\\s@<>"]+$', maxLength: 254 }),
  form: 'an e-mail address',
};
