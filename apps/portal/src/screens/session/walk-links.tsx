import { Link } from '@tanstack/react-router';
import { presentWalk, type Walk } from '../../service/walk.ts';
import { useSpeech } from '../../words/context.tsx';

const none: Walk = { to: '/sessions', search: {}, ids: [], next: null };

/**
 * Links back to the filtered list, and to the previous and next session in it; after the last one, to the next page of the list.
 */
export function WalkLinks({ id }: { id: string }) {
  const { words } = useSpeech();
  const texts = words.session.walk;
  const { to, search, ids, next } = presentWalk() ?? none;
  const place = ids.indexOf(id);
  const [before, after] = place < 0 ? [] : [ids[place - 1], ids[place + 1]];
  const hash = to === '/screening' ? { hash: 'hits' } : {};
  const stepTo = (session: string | undefined, key: string, name: string) =>
    session !== undefined && (
      <Link to="/sessions/$id" params={{ id: session }} {...hash} data-key={key}>
        {name}
      </Link>
    );
  return (
    <>
      <Link to={to} search={search}>
        {to === '/screening' ? words.screening.title : words.sessions.title}
      </Link>
      {place >= 0 && (ids.length > 1 || next !== null) && (
        <span className="walk">
          {stepTo(before, 'b', texts.before)}
          <span className="quiet">{texts.place(place + 1, ids.length)}</span>
          {stepTo(after, 'n', texts.next)}
          {after === undefined && next !== null && (
            <Link to={to} search={{ ...search, cursor: next }} data-key="n">
              {words.common.nextPage}
            </Link>
          )}
        </span>
      )}
    </>
  );
}
