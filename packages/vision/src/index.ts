export { analysisSide, closeLoaders, openImage } from './open-image.ts';
export type { OpenedImage, Refusal, RefusalCode } from './open-image.ts';
export type { ImageFormat } from './image-format.ts';
export type { Box, Raster } from './raster.ts';
