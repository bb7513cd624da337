/** Maximum tokens of a prepared name; `checkName` rejects a subject with more, while a listed name is truncated. */
export const maxTokens = 24;

/** Maximum UTF-16 units of raw text that are read: slightly more than 512 code points. */
export const longestRaw = 1200;
