/** Gives every block of code a button that copies its text. */
export function copyButtons(): void {
  for (const block of document.querySelectorAll<HTMLElement>('.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', () => {
      const text = block.querySelector('code')?.textContent ?? '';
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
