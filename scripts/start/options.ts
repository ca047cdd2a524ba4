import { parseArgs } from 'node:util';

/**
 * What `npm start -- …` was told, as the variables of the environment that mean the same.
 * @param args what follows the script's name
 * @throws Error in one sentence, naming the option that is not known or has no value
 */
export function readStartOptions(args: string[]): Record<string, string> {
  let values: { processes?: string };
  try {
    ({ values } = parseArgs({ args, options: { processes: { type: 'string' } } }));
  } catch (error) {
    const reason = (error as Error).message.split('. ')[0];
    throw new Error(`${reason}. What can be told is --processes N: how many web processes share the port.`);
  }
  return values.processes === undefined ? {} : { PROCESSES: values.processes };
}
