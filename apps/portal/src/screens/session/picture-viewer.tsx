import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { Loaded } from '../../parts/states.tsx';
import { useMe } from '../../service/use-me.ts';
import { useSpeech } from '../../words/context.tsx';
import { type Picture, pictureQuery } from './picture.ts';

const most = 4;
const step = 1.5;
const quarter = 90;

/** A picture with zoom and rotation, under the name of who looks at it. */
export function PictureViewer({ picture, onClose }: { picture: Picture; onClose: () => void }) {
  const { words } = useSpeech();
  const { user } = useMe();
  const query = useQuery(pictureQuery(picture));
  const [scale, setScale] = useState(1);
  const [angle, setAngle] = useState(0);
  const mark = `${user.name} · ${user.email} · `.repeat(60);
  return (
    <Dialog title={picture.context} onClose={onClose} size="xl">
      <Group gap="xs" mb="sm">
        <Button variant="default" size="xs" onClick={() => setScale(Math.min(most, scale * step))}>
          {words.session.zoomIn}
        </Button>
        <Button variant="default" size="xs" onClick={() => setScale(Math.max(1, scale / step))}>
          {words.session.zoomOut}
        </Button>
        <Button variant="default" size="xs" onClick={() => setAngle(angle + quarter)}>
          {words.session.rotate}
        </Button>
      </Group>
      <Loaded query={query}>
        {(address) => (
          <div className="viewer" tabIndex={0} role="group" aria-label={picture.context}>
            <img
              src={address}
              alt={picture.context}
              draggable={false}
              style={{ width: `${scale * 100}%`, transform: `rotate(${angle}deg)` }}
            />
            <span className="viewer-mark" aria-hidden="true">
              {mark}
            </span>
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}
