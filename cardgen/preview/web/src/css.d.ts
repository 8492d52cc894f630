// esbuild puts style sheets that a module imports into page.css.
declare module "*.css";
