import { CopyButton } from './copy.tsx';

/** The JSON with line breaks and indentation; other text is returned unchanged. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Formatted JSON; the button copies the exact original. */
export const JsonBlock = ({ text, name }: { text: string; name: string }) => (
  <div className="json">
    <pre tabIndex={0} role="group" aria-label={name}>
      {indented(text)}
    </pre>
    <CopyButton value={text} name={name} />
  </div>
);
