/** Vite supplies the text of a file imported with `?raw`. */
declare module '*?raw' {
  const text: string;
  export default text;
}
