/** Extracts the command lines from a block that shows a terminal, without prompts and output. */
export function commandsOf(text: string): string {
  let isGoingOn = false;
  const commands = text.split('\n').flatMap((line) => {
    const command = line.startsWith('$ ') ? line.slice(2) : isGoingOn ? line : null;
    isGoingOn = command?.endsWith('\\') ?? false;
    return command === null ? [] : [command];
  });
  return commands.join('\n');
}

/** Adds a copy button to every code block; for a terminal it copies only the commands. */
export function copyButtons(): void {
  for (const block of document.querySelectorAll<HTMLElement>('.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', () => {
      const shown = block.querySelector('code')?.textContent ?? '';
      const text = block.dataset['language'] === 'console' ? commandsOf(shown) : shown;
      void navigator.clipboard.writeText(text).then(
        () => show(button, 'Copied'),
        () => show(button, 'Select the text to copy it'),
      );
    });
    block.append(button);
  }
}

function show(button: HTMLButtonElement, text: string): void {
  button.textContent = text;
  setTimeout(() => (button.textContent = 'Copy'), 2_000);
}
