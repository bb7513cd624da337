import { describe, expect, it } from 'vitest';
import { atThisAddress } from './own-address.ts';

describe('the address in commands of the documents', () => {
  it.each([
    [
      'curl -s http://127.0.0.1:8080/readyz http://127.0.0.1:8080',
      'curl -s http://127.0.0.1:21200/readyz http://127.0.0.1:21200',
    ],
    ['curl -s http://127.0.0.1:80801/ 127.0.0.1:8080', 'curl -s http://127.0.0.1:80801/ 127.0.0.1:8080'],
  ])('is that of the page: %s', (text, shown) => {
    expect(atThisAddress(text, 'http://127.0.0.1:21200')).toBe(shown);
  });
});
