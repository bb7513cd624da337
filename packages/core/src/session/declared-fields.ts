/** Data of the client that a document may contradict, besides name and birth date; in the order in which they are reported. */
export const declaredFields = ['country', 'type', 'number', 'idNumber', 'gender'] as const;
export type DeclaredField = (typeof declaredFields)[number];
