import { useEffect } from 'react';

/**
 * Shows the flow of a session over the page while it is mounted. It reports only that it has gone: no event of a browser proves
 * anything about a person.
 * @param {{ url: string, onClose: () => void }} props `url` of the session; `onClose` must not change from render to render
 */
export function IdentityFlow({ url, onClose }) {
  useEffect(() => {
    const frame = window.Countersign.createFrame({ url });
    let isMounted = true;
    frame.closed.then(() => {
      if (isMounted) onClose();
    });
    return () => {
      isMounted = false;
      frame.close();
    };
  }, [url, onClose]);
  return null;
}
