import { useParts } from './parts-words.tsx';

const utcOf = (iso: string): string => new Date(iso).toISOString().slice(0, 19).replace('T', ' ');

interface TimeProps {
  at: string | null;
  /** Shown when there is no time; default: a dash. */
  none?: string;
  /** Includes seconds. */
  exact?: boolean;
  /** Another moment shown beside this one: if both are on the same day, the day is left out. */
  beside?: string;
}

/** A moment in the reader's time zone; hovering shows it in UTC. */
export function Time({ at, none = '–', exact = false, beside }: TimeProps) {
  const { words, language } = useParts();
  if (at === null) return <span className="quiet">{none}</span>;
  const shown = new Intl.DateTimeFormat(language, {
    ...(beside !== undefined && isSameDay(at, beside) ? {} : { dateStyle: 'medium' }),
    timeStyle: exact ? 'medium' : 'short',
  });
  return (
    <time className="time" dateTime={at} title={words.common.utc(utcOf(at))}>
      {shown.format(new Date(at))}
    </time>
  );
}

/** Whether two moments are on the same day in the reader's time zone. */
const isSameDay = (one: string, other: string): boolean =>
  new Date(one).toDateString() === new Date(other).toDateString();

/** A moment as text, where an element does not fit. */
export const timeText = (at: string, language: string): string =>
  new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(new Date(at));

/** Whole days since a time. */
export const daysSince = (at: string): number =>
  Math.max(0, Math.floor((Date.now() - Date.parse(at)) / 86_400_000));
