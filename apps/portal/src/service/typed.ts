type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Fields in which somebody typed or chose something. */
const typed = new Set<Field>();

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;

/** Filters are in the address, and passwords are typed again. */
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

/** Whether the page holds something that would be typed again if it went away. */
export const hasTyped = (): boolean => fieldsWithText().length > 0;

// The browser has the words for it. What a page still shows once it is saved is no reason to ask; dialogs close then.
addEventListener('beforeunload', (event) => {
  if (fieldsWithText().some((field) => field.closest('[role=dialog]') !== null)) event.preventDefault();
});
