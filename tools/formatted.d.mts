/** `text` in the form of a file of that name; the kind of file is taken from the ending. @throws Error when it cannot be parsed */
export function formatted(file: string, text: string): Promise<string>;
