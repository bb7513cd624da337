import type { JSX } from 'preact';

/** SVG paths on a grid of 24 × 24. */
const outlines = {
  document: 'M4 5h16v14H4zM7.5 10.5a2 2 0 1 0 4 0 2 2 0 0 0-4 0M6.5 16c.6-1.6 5.4-1.6 6 0M15 10h3M15 13h3',
  camera: 'M4 8h3l1.5-2.5h7L17 8h3v11H4zM12 10a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4',
  face: 'M12 3.5c4.4 0 6.5 3.3 6.5 8S16 20.5 12 20.5 5.5 16 5.5 11.5s2.1-8 6.5-8M9.3 11h.01M14.7 11h.01M9.5 15.5c1.5 1.2 3.5 1.2 5 0',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 8v4.5l3 1.8',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  close: 'M6 6l12 12M18 6L6 18',
  help: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M9.7 9.8c.2-3 4.8-2.6 4.6.1-.1 1.6-2.3 1.8-2.3 3.6M12 16.5h.01',
  warn: 'M12 4.5L21 19.5H3zM12 10v4.5M12 17h.01',
  turn: 'M5 9a8 8 0 0 1 14-1M19 4v4h-4M19 15a8 8 0 0 1-14 1M5 20v-4h4',
  light: 'M13 3L6 13.5h5L10.5 21 18 10.5h-5.5z',
  link: 'M10 14a3.5 3.5 0 0 0 5 0l3.5-3.5a3.5 3.5 0 0 0-5-5L12 7M14 10a3.5 3.5 0 0 0-5 0l-3.5 3.5a3.5 3.5 0 0 0 5 5L12 17',
  phone: 'M7 3h10v18H7zM11 18h2',
  computer: 'M4 5h16v11H4zM9 20h6M12 16v4',
  globe: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M4 12h16M12 4c-5 5-5 11 0 16M12 4c5 5 5 11 0 16',
  save: 'M12 4v10M8 10.5l4 4 4-4M5 19h14',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
} as const;

/** Name of an icon. */
export type IconName = keyof typeof outlines;

/** An icon beside text; never alone, so it has no accessible name. */
export const Icon = ({ name }: { name: IconName }): JSX.Element => (
  <svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
    <path
      d={outlines[name]}
      fill="none"
      stroke="currentColor"
      stroke-width="1.8"
      stroke-linecap="round"
      stroke-linejoin="round"
    />
  </svg>
);
