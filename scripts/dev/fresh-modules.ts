import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Each import of a round gets a round of its own; what a module imports belongs to the round of its importer. */
const ROUND = /\?round=\d+$/;

/**
 * Lets modules of a checkout be loaded again after they changed, together with all they import of it. Packages and what is
 * generated stay as they are.
 * @param root the checkout
 * @returns a function that begins a round: it returns an import whose modules are all read anew
 */
export function freshModules(root: string): () => <Module>(file: string) => Promise<Module> {
  const own = pathToFileURL(join(root, '/')).href;
  const isOwn = (url: string) =>
    url.startsWith(own) && !/\/(node_modules|generated|\.next)\//.test(url.slice(own.length - 1));
  registerHooks({
    resolve: (specifier, context, next) => {
      const found = next(specifier, context);
      const round = ROUND.exec(context.parentURL ?? '')?.[0];
      if (round === undefined || !isOwn(found.url) || ROUND.test(found.url)) return found;
      return { ...found, url: found.url + round };
    },
  });
  let rounds = 0;
  return () => {
    const round = `?round=${++rounds}`;
    return (file) => import(pathToFileURL(join(root, file)).href + round);
  };
}
