type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Fields that have been edited. */
const typed = new Set<Field>();

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;

/** Filters are kept in the address, and passwords have to be retyped anyway. */
const counts = (field: Field): boolean =>
  field.type !== 'password' && field.closest('[role=search]') === null;

addEventListener(
  'input',
  ({ target }) => {
    if (isField(target) && counts(target)) typed.add(target);
  },
  true,
);

function fieldsWithText(): Field[] {
  for (const field of typed) if (!field.isConnected) typed.delete(field);
  return [...typed].filter(({ value }) => value !== '');
}

/** Whether the page holds input that would be lost. */
export const hasTyped = (): boolean => fieldsWithText().length > 0;

// The browser supplies the text. Input that is still shown after saving is no reason to prompt; dialogs close then.
addEventListener('beforeunload', (event) => {
  if (fieldsWithText().some((field) => field.closest('[role=dialog]') !== null)) event.preventDefault();
});
