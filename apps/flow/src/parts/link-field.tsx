import type { JSX } from 'preact';

/**
 * Copies a text; returns whether it worked. The clipboard is missing on insecure pages and blocked in frames without the
 * permission.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** A link that was copied, or can be copied by hand. */
export const LinkField = ({
  label,
  url,
  text,
}: {
  label: string;
  url: string;
  text: string;
}): JSX.Element => (
  <label class="field">
    <span>{label}</span>
    <input readOnly dir="ltr" value={url} onFocus={(event) => event.currentTarget.select()} />
    <span class="quiet">{text}</span>
  </label>
);
