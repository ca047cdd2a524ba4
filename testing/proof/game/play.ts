import { choicesOf } from '../chaos/choices.ts';
import { compareRound, settle } from './compare.ts';
import { give, MOVE_WEIGHTS, type Move, makeMove } from './moves.ts';
import { type Failed, shorten } from './shorten.ts';
import { EVENT_DELIVERIES, World } from './world.ts';

/** A game: the moves of each of its rounds. */
type Game = Move[][];

/** What a game came to. */
export type Outcome = {
  /** How often each kind of move was made. */
  made: Record<string, number>;
  rounds: number;
  /** What went wrong with what had happened, in words; undefined if nothing did. */
  failure?: string;
};

const MOVES_OF_A_ROUND = { least: 4, most: 10 };

/** The game of a seed: the same seed is the same game, of as many rounds as are wanted. */
function gameOf(seed: number, rounds: number): Game {
  const { between, weighted } = choicesOf(seed, 'game');
  const move = (): Move => ({
    does: weighted(MOVE_WEIGHTS),
    which: between(0, 11),
    quarters: between(1, 4),
    how: between(0, 5),
    news: weighted(EVENT_DELIVERIES),
  });
  const { least, most } = MOVES_OF_A_ROUND;
  return Array.from({ length: rounds }, () => Array.from({ length: between(least, most) }, move));
}

type Options = {
  seed: number;
  rounds: number;
  /** Whether to look for a shorter game that fails too. */
  shortens: boolean;
  /** Called before each comparison, for a test that plants a fault. */
  beforeComparing?: ((world: World) => Promise<void>) | undefined;
};

/** Plays the game of a seed against a service of its own. */
export async function playGame({ seed, rounds, shortens, beforeComparing }: Options): Promise<Outcome> {
  const made: Record<string, number> = {};
  const game = gameOf(seed, rounds);
  const found = await play(game, made, beforeComparing);
  if (!found) return { made, rounds };
  const shortest = shortens ? await shorten(game, found, (shorter) => play(shorter, {}, beforeComparing)) : found;
  const again = `npm run prove -- game --rounds ${rounds} --seed ${seed}`;
  return { made, rounds, failure: `round ${found.round} of ${again}\n${inWords(shortest)}` };
}

type Failure = Failed & { history: string[]; error: string };

function inWords({ history, error }: Failure): string {
  return [...history.map((one) => `  - ${one}`), error].join('\n');
}

/** Plays a game until something is wrong. Every game begins with one donation by each way to give. */
async function play(
  game: Game,
  made: Record<string, number>,
  beforeComparing: Options['beforeComparing'],
): Promise<Failure | undefined> {
  const world = await World.begin();
  let round = 0;
  try {
    for (const which of [0, 1, 2, 3])
      world.history.push(await give(world, { does: 'a donor gives', which, quarters: 4, how: 0, news: 'at once' }));
    await world.deliver('never');
    for (const moves of game) {
      round += 1;
      const before = world.history.length;
      for (const move of moves) if (await makeMove(world, move)) made[move.does] = (made[move.does] ?? 0) + 1;
      if (world.history.length === before) continue;
      await world.endSlow();
      world.history.push(`round ${round} is over`);
      await beforeComparing?.(world);
      await compareRound(world);
    }
    world.history.push('everything is answered again, and nobody does anything new');
    await settle(world);
    return undefined;
  } catch (error) {
    return {
      round,
      history: world.history,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  } finally {
    await world.close();
  }
}
