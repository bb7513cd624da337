import { Dialog } from '@countersign/browser-ui';
import { Button, Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { Loaded } from '../../parts/states.tsx';
import { useMe } from '../../service/use-me.ts';
import { useSpeech } from '../../words/context.tsx';
import { contextWord, type Picture, pictureQuery } from './picture.ts';

/** Id of the line that explains the keys, shared by all pictures. */
const keysId = 'viewer-keys';
const most = 4;
const step = 1.5;
const quarter = 90;

interface ViewerProps {
  /** All pictures of the attempt, in order. */
  pictures: readonly Picture[];
  first: Picture;
  onClose: () => void;
}

/** The picture shown first for comparison: for a face the document, for a document the face. */
function partnerOf(picture: Picture, pictures: readonly Picture[]): Picture | undefined {
  const wanted = picture.context.startsWith('face') ? 'document-front' : 'face';
  const others = pictures.filter(({ id }) => id !== picture.id);
  return others.find(({ context }) => context === wanted) ?? others[0];
}

/** The pictures of an attempt, one or two side by side, overlaid with the viewer's name. */
export function PictureViewer({ pictures, first, onClose }: ViewerProps) {
  const { words } = useSpeech();
  const [left, setLeft] = useState(first);
  const [right, setRight] = useState<Picture | null>(null);
  const partner = partnerOf(left, pictures);
  return (
    <Dialog title={words.session.pictures} onClose={onClose} size={right === null ? 'xl' : '94%'}>
      <div className="viewer-panes" data-pair={right !== null}>
        <Pane key={left.id} picture={left} pictures={pictures} show={setLeft} />
        {right !== null && (
          <Pane key={`${right.id} beside`} picture={right} pictures={pictures} show={setRight} />
        )}
      </div>
      <p id={keysId} className="quiet small">
        {words.session.viewerKeys}
      </p>
      {partner !== undefined && (
        <Group justify="flex-end" mt="sm">
          <Button variant="default" onClick={() => setRight(right === null ? partner : null)}>
            {right === null ? words.session.compare : words.session.oneAlone}
          </Button>
        </Group>
      )}
    </Dialog>
  );
}

interface PaneProps {
  picture: Picture;
  pictures: readonly Picture[];
  show: (picture: Picture) => void;
}

/** A picture with zoom and rotation. */
function Pane({ picture, pictures, show }: PaneProps) {
  const { words } = useSpeech();
  const query = useQuery(pictureQuery(picture));
  const [scale, setScale] = useState(1);
  const [angle, setAngle] = useState(0);
  const larger = () => setScale(Math.min(most, scale * step));
  const smaller = () => setScale(Math.max(1, scale / step));
  const rotate = () => setAngle(angle + quarter);
  const keys: Partial<Record<string, () => void>> = { '+': larger, '-': smaller, r: rotate };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    keys[event.key]?.();
  };
  const name = contextWord(words, picture.context);
  return (
    <div className="viewer-pane">
      <Group gap="xs" mb="sm" align="end">
        <NativeSelect
          size="xs"
          aria-label={words.session.picture}
          value={picture.id}
          onChange={({ currentTarget: { value } }) =>
            show(pictures.find(({ id }) => id === value) ?? picture)
          }
          data={pictures.map(({ id, context }) => ({ value: id, label: contextWord(words, context) }))}
        />
        <Button variant="default" size="xs" onClick={larger}>
          {words.session.zoomIn}
        </Button>
        <Button variant="default" size="xs" onClick={smaller}>
          {words.session.zoomOut}
        </Button>
        <Button variant="default" size="xs" onClick={rotate}>
          {words.session.rotate}
        </Button>
      </Group>
      <Loaded query={query}>
        {(address) => (
          <div
            className="viewer"
            tabIndex={0}
            role="group"
            aria-label={name}
            aria-describedby={keysId}
            onKeyDown={onKeyDown}
          >
            <Turned address={address} name={name} scale={scale} angle={angle} />
          </div>
        )}
      </Loaded>
    </div>
  );
}

interface TurnedProps {
  address: string;
  name: string;
  scale: number;
  /** Degrees, a multiple of 90. */
  angle: number;
}

/** A picture in a box of its own aspect ratio, rotated too, that fits the pane at scale 1. */
function Turned({ address, name, scale, angle }: TurnedProps) {
  const { user } = useMe();
  const [shape, setShape] = useState({ width: 4, height: 3 });
  const ratio = shape.width / shape.height;
  const isSideways = angle % (2 * quarter) !== 0;
  const boxRatio = isSideways ? 1 / ratio : ratio;
  return (
    <div
      className="viewer-box"
      style={{ aspectRatio: `${boxRatio}`, width: `calc(min(100%, 60vh * ${boxRatio}) * ${scale})` }}
    >
      <img
        src={address}
        alt={name}
        draggable={false}
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
          setShape({ width, height })
        }
        style={{
          width: isSideways ? `${ratio * 100}%` : '100%',
          transform: `translate(-50%, -50%) rotate(${angle}deg)`,
        }}
      />
      <span className="viewer-mark" aria-hidden="true">
        {`${user.name} · ${user.email} · `.repeat(60)}
      </span>
    </div>
  );
}
