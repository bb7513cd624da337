/** Client data that a document may contradict, besides name and birth date; in reporting order. */
export const declaredFields = ['country', 'type', 'number', 'idNumber', 'gender'] as const;
export type DeclaredField = (typeof declaredFields)[number];
