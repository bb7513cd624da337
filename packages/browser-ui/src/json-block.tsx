import { CopyButton } from './copy.tsx';

/** The same JSON with lines and indents; what is no JSON stays as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** JSON, drawn for reading; the button copies the exact bytes. */
export const JsonBlock = ({ text, name }: { text: string; name: string }) => (
  <div className="json">
    <pre tabIndex={0} role="group" aria-label={name}>
      {indented(text)}
    </pre>
    <CopyButton value={text} name={name} />
  </div>
);
