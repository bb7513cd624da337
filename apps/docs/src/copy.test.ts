import { describe, expect, it } from 'vitest';
import { commandsOf } from './copy.ts';

describe('what is copied of a terminal', () => {
  it('is its commands, without prompts and without what they print', () => {
    const shown = '$ countersign webhooks list Shop\nid  type\n6e4c  decision\n$ countersign alerts list\n';
    expect(commandsOf(shown)).toBe('countersign webhooks list Shop\ncountersign alerts list');
  });

  it('has continued lines whole', () => {
    expect(commandsOf('$ countersign backup \\\n    /srv/backup\ndone\n')).toBe(
      'countersign backup \\\n    /srv/backup',
    );
  });
});
