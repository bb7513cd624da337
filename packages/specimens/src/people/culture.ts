/** Culture whose names and document conventions an invented person has; the default is Utopia's own. */
export type Culture = 'mx' | 'co' | 'br' | 'us';

/** Names of invented people; one is drawn from each list. */
export interface NameStock {
  F: readonly string[];
  M: readonly string[];
  first: readonly string[];
  /** Empty when people have only one surname. */
  second: readonly string[];
}

const spanish: NameStock = {
  F: ['María Gabriela', 'Mónica', 'Ximena', 'Begoña Inés', 'Ana Lucía', 'Zoraida', 'Yesenia', 'Úrsula Belén', 'Ñusta', 'Leticia'],
  M: ['Juan Carlos', 'José Ángel', 'Efraín', 'Íñigo', 'Ramón Darío', 'Óscar', 'Wilmar Andrés', 'Fermín', 'Hugo', 'Joaquín Noé'],
  first: ['Núñez', 'Pérez', 'Ibáñez', 'De la Cruz', 'Güemes', 'Zúñiga', 'Quiñones', 'Ávila', 'Ochoa', 'Montaño', 'Yáñez', 'Lobo'],
  second: ['García', 'López', 'Peña', 'Del Ángel', 'Ríos', 'Muñoz', 'Zapata', 'Jiménez', 'Bermúdez', 'Acuña', 'Vélez', 'Marín'],
}; // prettier-ignore

/** Names, by culture. */
export const nameStocks: Readonly<Record<Culture, NameStock>> = {
  mx: spanish,
  co: spanish,
  br: {
    F: ['Inês', 'Conceição', 'Luíza Helena', 'Ana Beatriz', 'Thaís', 'Zuleica', 'Mônica', 'Íris Regina'],
    M: ['João Pedro', 'Antônio', 'Sebastião', 'Caíque', 'Luís Otávio', 'Estêvão', 'Rogério', 'Wagner'],
    first: ['Gonçalves', 'Magalhães', 'Lobão', 'Sant’Anna', 'Assunção', 'Brandão', 'Façanha', 'Guimarães'],
    second: ['de Araújo', 'da Conceição', 'Fogaça', 'dos Anjos', 'Simões', 'Leitão', 'Távora', 'Bragança'],
  },
  us: {
    F: ['Paige Marlow', 'Odessa', 'Wren Adelaide', 'June', 'Philippa Joy', 'Tallulah', 'Edith Rae', 'Quinn'],
    M: ['Dexter Hale', 'Amos', 'Royce Everett', 'Lyle', 'Barnaby', 'Floyd Emmett', 'Jasper', 'Quincy Dale'],
    first: ['Tavistock', 'O’Hallow', 'Van Buskirk', 'Fennimore-Gale', 'McAlder', 'Whitlock', 'Sprague', 'Zimmerly'],
    second: [],
  },
}; // prettier-ignore
