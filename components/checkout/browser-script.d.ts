/** The address of the browser's part of the checkout: scripts/build.ts puts it in. */
declare const BROWSER_SCRIPT: string;
