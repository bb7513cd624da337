import { describe, expect, it } from 'vitest';
import { en } from '../../words/en.ts';
import { es } from '../../words/es.ts';
import { answerOf } from './webhook-words.ts';

describe('what a try to deliver a webhook came to', () => {
  it.each([
    [500, 'http_status', 'HTTP 500'],
    [204, null, 'HTTP 204'],
    [null, 'connect_failed', 'Could not connect'],
    [null, 'url_own_host', 'The URL is no longer allowed'],
    [null, 'of_a_later_release', 'of_a_later_release'],
    [null, null, null],
  ])('of status %s and cause %s is “%s”', (httpStatus, errorClass, text) => {
    expect(answerOf(en, { httpStatus, errorClass })).toBe(text);
  });

  it('is in the language of the page', () => {
    expect(answerOf(es, { httpStatus: null, errorClass: 'timeout' })).toBe('Sin respuesta a tiempo');
  });
});
