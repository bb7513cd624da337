import { crc32, deflateSync } from 'node:zlib';

const side = 300;

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([head, typed, sum]);
}

/** A grey PNG of 300 by 300 pixels: large enough to be sent to a registry, and nobody's face. */
export const greySelfie: Buffer = (() => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // Eight bits of grey.
  header.writeUInt8(8, 8);
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(side, 0x88)]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: side }, () => line)));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
})();
