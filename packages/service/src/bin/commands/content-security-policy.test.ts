import { describe, expect, it } from 'vitest';
import { admits, parsePolicy } from './content-security-policy.ts';

const page = new URL('https://shop.example.com/verify');
const flow = new URL('https://verify.example.com');

describe('a content security policy', () => {
  it.each([
    ['', true],
    ["img-src 'self'", true],
    ['frame-src https://verify.example.com', true],
    ['frame-src verify.example.com', true],
    ['FRAME-SRC https://VERIFY.example.com', true],
    ['frame-src https://verify.example.com:443', true],
    ['frame-src https://verify.example.com/v/', true],
    ['frame-src *.example.com', true],
    ['frame-src https:', true],
    ['frame-src *', true],
    ['frame-src http://verify.example.com', true],
    ['child-src https://verify.example.com', true],
    ["default-src 'self' https://verify.example.com", true],
    ["default-src 'none'; frame-src https://verify.example.com", true],
    ['frame-src', false],
    ["frame-src 'none'", false],
    ["frame-src 'self'", false],
    ['frame-src https://verify.example.com:8443', false],
    ['frame-src https://example.com', false],
    ['frame-src *.verify.example.com', false],
    ['frame-src http:', true],
    ['frame-src data: blob:', false],
    ["default-src 'self'", false],
    ["default-src https://verify.example.com; frame-src 'self'", false],
    ["frame-src 'self'; frame-src https://verify.example.com", false],
  ])('%j admits the frame of the flow: %s', (text, expected) => {
    expect(admits(parsePolicy(text), { directive: 'frame-src', target: flow, page })).toBe(expected);
  });

  it('admits its own origin by name, whatever port it has', () => {
    const own = new URL('http://127.0.0.1:8080/demo');
    const admitted = (text: string) =>
      admits(parsePolicy(text), { directive: 'frame-src', target: new URL(own.origin), page: own });
    expect([admitted("frame-src 'self'"), admitted('frame-src http://127.0.0.1:8080')]).toEqual([true, true]);
    expect([admitted('frame-src http://127.0.0.1'), admitted('frame-src 127.0.0.1:*')]).toEqual([
      false,
      true,
    ]);
  });
});
