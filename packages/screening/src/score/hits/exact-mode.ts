import type { ListedName } from '../../model/listed-entity.ts';
import { writtenForm } from '../../names/exact-form.ts';
import type { Subject } from '../../model/screening-types.ts';

/** The parts of a subject's name in the order first, last, second last; or the whole name. */
export function subjectName(subject: Subject): string {
  const parts = [subject.firstName, subject.lastName, subject.secondLastName].filter(
    (part) => part !== undefined && part.trim() !== '',
  );
  return parts.length > 0 ? parts.join(' ') : (subject.name ?? '');
}

/**
 * The forms in which `exactMatch` looks for a subject's name: "first last" and "last, first", without any other normalisation.
 * @see spec/interface.md, "exactMatch"
 */
export function exactFormsOfSubject(subject: Subject): string[] {
  const forms = [writtenForm(subjectName(subject))];
  const last = [subject.lastName, subject.secondLastName].filter((part) => part?.trim()).join(' ');
  const first = subject.firstName?.trim() ?? '';
  if (first !== '' && last !== '') forms.push(writtenForm(`${last}, ${first}`));
  return [...new Set(forms.filter((form) => form !== ''))];
}

/** Whether a listed name equals one of the forms. */
export function isExactName(name: ListedName, forms: readonly string[]): boolean {
  return forms.includes(writtenForm(name.text));
}
