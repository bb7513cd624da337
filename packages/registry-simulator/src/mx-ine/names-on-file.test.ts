import { expect, it } from 'vitest';
import { nameOnFile } from './names-on-file.ts';

it.each([
  ['José  Ángel', 'JOSE ANGEL'],
  [' María de la Luz ', 'MARIA DE LA LUZ'],
  ['Güemes', 'GUEMES'],
  ['Núñez', 'NUÑEZ'],
  ['Nu\u0301n\u0303ez', 'NUÑEZ'],
  ['Muñoz-Ibáñez', 'MUÑOZ-IBAÑEZ'],
  ['Françoise', 'FRANÇOISE'],
  ['', ''],
])('Mexican registries keep %j as %j', (name, onFile) => {
  expect(nameOnFile(name)).toBe(onFile);
});
