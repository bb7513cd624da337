/** A text with names of settings and values between backticks. */
export const Described = ({ text }: { text: string }) => (
  <span>{text.split('`').map((part, at) => (at % 2 === 0 ? part : <code key={at}>{part}</code>))}</span>
);
