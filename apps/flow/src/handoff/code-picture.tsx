import type { JSX } from 'preact';
import { encode } from 'uqr';

/** Quiet zone around the code, in modules, which readers require. */
const quiet = 4;

/** A text as a QR code: dark on light in both colour schemes, because readers expect that. */
export function CodePicture({ text, label }: { text: string; label: string }): JSX.Element {
  const { data, size } = encode(text, { border: 0 });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + quiet} ${y + quiet}h1v1h-1z` : '')))
    .join('');
  const side = size + 2 * quiet;
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${side} ${side}`} shape-rendering="crispEdges">
      <path d={path} fill="#10161f" />
    </svg>
  );
}
