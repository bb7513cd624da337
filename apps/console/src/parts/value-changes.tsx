import { words } from '../words.ts';

/** A value before and after a change, as readable text; `''` if there is none. */
export interface ValueChange {
  name: string;
  before: string;
  after: string;
}

/** Values before and after a change, one below the other. */
export const ValueChanges = ({ changes }: { changes: readonly ValueChange[] }) => (
  <ul className="value-changes">
    {changes.map(({ name, before, after }) => (
      <li key={name}>
        <code className="wrap">{name}</code>{' '}
        <del className="wrap mono">{before || words.settings.absent}</del> <span aria-hidden="true">→</span>{' '}
        <ins className="wrap mono">{after || words.settings.absent}</ins>
      </li>
    ))}
  </ul>
);
