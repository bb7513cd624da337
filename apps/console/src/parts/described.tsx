/** A text in which names of settings and values are between backticks. */
export const Described = ({ text }: { text: string }) => (
  <span>{text.split('`').map((part, at) => (at % 2 === 0 ? part : <code key={at}>{part}</code>))}</span>
);
