/** Formats `text` as a file with that name; the extension determines its type. @throws Error when it cannot be parsed */
export function formatted(file: string, text: string): Promise<string>;
