import { createTheme, type MantineColorsTuple } from '@mantine/core';

const system = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif";
const fixedWidth = "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'Liberation Mono', monospace";

const ink: MantineColorsTuple = [
  '#eef3fc',
  '#dbe5f8',
  '#b7cbf0',
  '#8fafe8',
  '#7ba0e6',
  '#5280d8',
  '#3d6fcf',
  '#2b61c9',
  '#1550b8',
  '#0d4199',
];

/** Colours of destructive buttons: white text on them is readable in both schemes, unlike on Mantine's red. */
const danger: MantineColorsTuple = [
  '#fdebea',
  '#f9d3d0',
  '#f2a8a3',
  '#e97c75',
  '#de564d',
  '#d33f35',
  '#c8332a',
  '#bf2c24',
  '#b3261e',
  '#8f1e18',
];

/** Colours, fonts and sizes of the portal; whatever components lack is in style/portal.css. */
export const theme = createTheme({
  fontFamily: system,
  fontFamilyMonospace: fixedWidth,
  headings: {
    fontFamily: system,
    fontWeight: '620',
    sizes: {
      h2: { fontSize: '1.5rem', lineHeight: '1.25' },
      h4: { fontSize: '1.0625rem', lineHeight: '1.4' },
      h5: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  colors: { ink, danger },
  primaryColor: 'ink',
  primaryShade: { light: 8, dark: 7 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    Modal: { defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.45 }, radius: 'lg' } },
    Tooltip: { defaultProps: { openDelay: 300 } },
  },
});
