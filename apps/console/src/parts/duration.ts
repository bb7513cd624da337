import { words } from '../words.ts';

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A duration in its two largest units, such as `2 h 5 min`; `–` for zero. @param seconds whole */
export function durationText(seconds: number): string {
  if (seconds <= 0) return '–';
  const at = units.findIndex(([, size]) => seconds >= size);
  const [[unit, size] = ['second', 1] as const, next] = units.slice(at, at + 2);
  const [first, rest] = [Math.floor(seconds / size), seconds % size];
  const second = next === undefined ? 0 : Math.floor(rest / next[1]);
  const text = words.duration[unit](first);
  return next === undefined || second === 0 ? text : `${text} ${words.duration[next[0]](second)}`;
}
