import type { FlowPicture } from '@countersign/contract';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from './icon.tsx';
import { useUi } from './ui.ts';

/** A picture of the open attempt: as it was taken, or downloaded after a reload. */
export function Photo({ picture, label }: { picture: FlowPicture; label: string }): JSX.Element {
  const { photos, journey } = useUi();
  const [fetched, setFetched] = useState<string | null>(null);
  const own = photos.url(picture);
  useEffect(() => {
    if (own !== null) return undefined;
    let url: string | null = null;
    let isGone = false;
    const fetchIt = async () => {
      const blob = await journey.preview(picture.id);
      if (blob === null || isGone) return;
      url = URL.createObjectURL(blob);
      setFetched(url);
    };
    void fetchIt();
    return () => {
      isGone = true;
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [picture.id, own]);
  const source = own ?? fetched;
  return source === null ? (
    <span class="photo photo-empty" role="img" aria-label={label}>
      <Icon name="camera" />
    </span>
  ) : (
    <img class="photo" src={source} alt={label} />
  );
}
