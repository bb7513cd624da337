/** A family of programs that record their names in pictures. */
export interface SoftwareFamily {
  /** The name used in findings. */
  name: string;
  /**
   * `editor`: edits the content of pictures. `screenshot`: captures screens. `generator`: generates pictures. `tool`: scans, converts or
   * develops.
   */
  kind: 'editor' | 'screenshot' | 'generator' | 'tool';
  /** Lower-case substrings that identify the family. */
  marks: readonly string[];
}

/** Known families; editors first, because they often also name tools. */
const softwareFamilies: readonly SoftwareFamily[] = [
  {
    name: 'Adobe Photoshop',
    kind: 'editor',
    marks: ['adobe photoshop', 'photoshop 3.0', 'photoshop express', 'photoshop fix'],
  },
  { name: 'Adobe Illustrator', kind: 'editor', marks: ['adobe illustrator', 'adobe indesign'] },
  { name: 'GIMP', kind: 'editor', marks: ['gimp'] },
  { name: 'Affinity', kind: 'editor', marks: ['affinity photo', 'affinity designer', 'serif affinity'] },
  { name: 'Pixelmator', kind: 'editor', marks: ['pixelmator'] },
  { name: 'Paint.NET', kind: 'editor', marks: ['paint.net'] },
  { name: 'Microsoft Paint', kind: 'editor', marks: ['microsoft paint', 'mspaint', 'paint 3d'] },
  { name: 'Corel', kind: 'editor', marks: ['paintshop', 'paint shop pro', 'coreldraw', 'corel photo-paint'] },
  { name: 'Krita', kind: 'editor', marks: ['krita'] },
  { name: 'Inkscape', kind: 'editor', marks: ['inkscape'] },
  { name: 'Photopea', kind: 'editor', marks: ['photopea'] },
  { name: 'Pixlr', kind: 'editor', marks: ['pixlr'] },
  { name: 'Canva', kind: 'editor', marks: ['canva'] },
  { name: 'Figma', kind: 'editor', marks: ['figma'] },
  { name: 'PicsArt', kind: 'editor', marks: ['picsart'] },
  { name: 'Snapseed', kind: 'editor', marks: ['snapseed'] },
  { name: 'FaceApp', kind: 'editor', marks: ['faceapp', 'facetune', 'faceswap', 'face swap', 'reface'] },
  { name: 'Meitu', kind: 'editor', marks: ['meitu', 'beautyplus', 'beautycam', 'airbrush'] },
  { name: 'VSCO', kind: 'editor', marks: ['vsco', 'polarr', 'fotor', 'photodirector', 'remini'] },
  { name: 'Luminar', kind: 'editor', marks: ['luminar', 'skylum'] },
  {
    name: 'image generator',
    kind: 'generator',
    marks: [
      'stable diffusion',
      'midjourney',
      'dall-e',
      'dall·e',
      'adobe firefly',
      'trainedalgorithmicmedia',
      'comfyui',
      'novelai',
      'openai',
    ],
  },
  {
    name: 'screenshot program',
    kind: 'screenshot',
    marks: [
      'screenshot',
      'screen shot',
      'screencapture',
      'screen capture',
      'snipping',
      'greenshot',
      'sharex',
      'lightshot',
      'flameshot',
      'spectacle',
    ],
  },
  { name: 'Adobe Lightroom', kind: 'tool', marks: ['lightroom', 'camera raw'] },
  { name: 'Capture One', kind: 'tool', marks: ['capture one', 'darktable', 'rawtherapee'] },
  {
    name: 'scanner',
    kind: 'tool',
    marks: [
      'camscanner',
      'adobe scan',
      'office lens',
      'microsoft lens',
      'vuescan',
      'epson scan',
      'scanjet',
      'naps2',
      'silverfast',
    ],
  },
  {
    name: 'picture library',
    kind: 'tool',
    marks: [
      'imagemagick',
      'graphicsmagick',
      'libvips',
      'pillow',
      'lavc',
      'gd-jpeg',
      'acdsee',
      'irfanview',
      'xnview',
      'picasa',
      'windows photo',
    ],
  },
];

/** The family named in a text, editors before tools; `null` for unknown programs. */
export function softwareFamilyIn(text: string): SoftwareFamily | null {
  const lower = text.toLowerCase();
  return softwareFamilies.find(({ marks }) => marks.some((mark) => lower.includes(mark))) ?? null;
}
