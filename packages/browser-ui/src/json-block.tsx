import { CopyButton } from './copy.tsx';

/** Pretty-prints JSON; text that is not JSON is returned unchanged. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** JSON, indented for reading; the button copies the exact bytes. */
export const JsonBlock = ({ text, name }: { text: string; name: string }) => (
  <div className="json">
    <pre tabIndex={0} role="group" aria-label={name}>
      {indented(text)}
    </pre>
    <CopyButton value={text} name={name} />
  </div>
);
