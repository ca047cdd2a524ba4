/** A game that failed, in the round (from 1) after or in which it did. */
export type Failed = { round: number };

/** A failing game is played again so often, with less, to find a shorter one. */
const MOST_TRIES = 40;

/**
 * Finds a shorter game that fails as well: whole rounds are left out first, then moves, from the last to the first.
 * @param game the moves of each round; a round without moves keeps its number
 * @param play plays a game; undefined if it does not fail
 */
export async function shorten<Move, Failure extends Failed>(
  game: readonly (readonly Move[])[],
  failure: Failure,
  play: (game: Move[][]) => Promise<Failure | undefined>,
): Promise<Failure> {
  let [shortest, found, tries] = [game.slice(0, failure.round), failure, 0];
  const attempt = async (round: number, moves: readonly Move[]) => {
    if (round >= shortest.length || tries++ >= MOST_TRIES) return;
    const shorter = shortest.with(round, moves);
    const fails = await play(shorter.map((one) => [...one]));
    if (fails) [shortest, found] = [shorter.slice(0, fails.round), fails];
  };
  for (let round = shortest.length - 1; round >= 0; round--) await attempt(round, []);
  for (let round = shortest.length - 1; round >= 0; round--)
    for (let move = (shortest[round]?.length ?? 0) - 1; move >= 0; move--)
      await attempt(round, shortest[round]?.toSpliced(move, 1) ?? []);
  return found;
}
