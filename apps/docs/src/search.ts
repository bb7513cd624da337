import type MiniSearch from 'minisearch';

/** A search result: a section of a page. */
interface Section {
  id: string;
  /** Title of the page. */
  page: string;
  /** Heading of the section; empty for text before the first heading. */
  title: string;
}

const most = 12;

/** The search field in the bar: loads the index on first use, shows sections while typing; `/` focuses it. */
export function search(): void {
  const field = document.querySelector<HTMLInputElement>('.find input');
  const list = document.querySelector<HTMLElement>('.results');
  if (!field || !list) return;
  const results = resultList(field, list);
  let index: Promise<MiniSearch<Section>> | null = null;
  const show = async () => {
    const text = field.value.trim();
    if (text === '') return results.close();
    index ??= load();
    const found = (await index).search(text).slice(0, most) as unknown as Section[];
    if (field.value.trim() === text) results.show(found.length === 0 ? [nothing(text)] : found.map(result));
  };
  field.addEventListener('focus', () => void (index ??= load()));
  field.addEventListener('input', () => void show());
  field.addEventListener('keydown', (event) => {
    if (results.takes(event.key)) event.preventDefault();
  });
  document.addEventListener('keydown', (event) => {
    const inField = (event.target as HTMLElement | null)?.matches('input, textarea, select') ?? false;
    if (event.key !== '/' || inField) return;
    event.preventDefault();
    field.focus();
  });
  document.addEventListener('click', (event) => {
    if (!(event.target as HTMLElement).closest('.find') || list.contains(event.target as Node))
      results.close();
  });
}

/** The list below the field; the arrow keys select an entry. */
function resultList(field: HTMLInputElement, list: HTMLElement) {
  let chosen = -1;
  const links = () => [...list.querySelectorAll<HTMLAnchorElement>('a')];
  const setOpen = (isOpen: boolean) => {
    list.hidden = !isOpen;
    field.setAttribute('aria-expanded', String(isOpen));
  };
  const choose = (place: number) => {
    chosen = place;
    for (const [at, link] of links().entries()) {
      link.setAttribute('aria-selected', String(at === place));
      if (at === place) link.scrollIntoView({ block: 'nearest' });
    }
    if (place < 0) field.removeAttribute('aria-activedescendant');
    else field.setAttribute('aria-activedescendant', `result-${place}`);
  };
  return {
    close: () => setOpen(false),
    show: (items: HTMLElement[]) => {
      list.replaceChildren(...items);
      setOpen(true);
      choose(-1);
    },
    /** @returns whether the list handled the key */
    takes: (key: string): boolean => {
      const count = links().length;
      if (key === 'Escape') setOpen(false);
      else if (list.hidden || count === 0) return false;
      else if (key === 'ArrowDown') choose((chosen + 1) % count);
      else if (key === 'ArrowUp') choose((chosen + count - 1) % count);
      else if (key === 'Enter') links()[Math.max(0, chosen)]?.click();
      else return false;
      return true;
    },
  };
}

async function load(): Promise<MiniSearch<Section>> {
  const [{ default: Index }, response] = await Promise.all([
    import('minisearch'),
    fetch('/docs/search.json'),
  ]);
  return Index.loadJSON<Section>(await response.text(), {
    fields: ['title', 'page', 'text'],
    storeFields: ['title', 'page'],
    searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy: 0.15 },
  });
}

function result({ id, page, title }: Section, place: number): HTMLElement {
  const item = document.createElement('li');
  item.setAttribute('role', 'presentation');
  const link = document.createElement('a');
  link.href = `/docs/${id}`;
  link.id = `result-${place}`;
  link.setAttribute('role', 'option');
  link.textContent = title === '' ? page : title;
  if (title !== '') {
    const where = document.createElement('small');
    where.textContent = page;
    link.append(where);
  }
  item.append(link);
  return item;
}

function nothing(text: string): HTMLElement {
  const item = document.createElement('li');
  item.className = 'none';
  item.textContent = `Nothing found for “${text}”.`;
  return item;
}
