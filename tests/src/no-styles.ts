/** Takes the place of the address of a style sheet: see vite.config.ts. */
export default "data:text/css,";
