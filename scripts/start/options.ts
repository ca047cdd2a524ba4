import { parseArgs } from 'node:util';

/**
 * Reads the options of `npm start -- …` as the environment variables that mean the same.
 * @param args what follows the script's name
 * @throws Error in one sentence, naming the unknown option, or the one without a value
 */
export function readStartOptions(args: string[]): Record<string, string> {
  let values: { processes?: string };
  try {
    ({ values } = parseArgs({ args, options: { processes: { type: 'string' } } }));
  } catch (error) {
    const reason = (error as Error).message.split('. ')[0];
    throw new Error(`${reason}. The option is --processes N: how many web processes share the port.`);
  }
  return values.processes === undefined ? {} : { PROCESSES: values.processes };
}
