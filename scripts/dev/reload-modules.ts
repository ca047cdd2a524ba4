import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The query that marks the modules of one generation; an import belongs to the generation of its importer. */
const GENERATION = /\?generation=\d+$/;

/**
 * Loads modules of a checkout again after they changed, with all that they import of it. Packages and generated files are not
 * reloaded.
 * @param root the checkout
 * @returns a function that starts a generation: it returns an `import` that reads all modules again
 */
export function moduleReloader(root: string): () => <Module>(file: string) => Promise<Module> {
  const own = pathToFileURL(join(root, '/')).href;
  const isOwn = (url: string) =>
    url.startsWith(own) && !/\/(node_modules|generated|\.next)\//.test(url.slice(own.length - 1));
  registerHooks({
    resolve: (specifier, context, next) => {
      const found = next(specifier, context);
      const generation = GENERATION.exec(context.parentURL ?? '')?.[0];
      if (generation === undefined || !isOwn(found.url) || GENERATION.test(found.url)) return found;
      return { ...found, url: found.url + generation };
    },
  });
  let generations = 0;
  return () => {
    const generation = `?generation=${++generations}`;
    return (file) => import(pathToFileURL(join(root, file)).href + generation);
  };
}
