import { createHash } from 'node:crypto';

/** A stream of choices: the same for the same seed and name. */
export type Choices = ReturnType<typeof choicesOf>;

/** @param name of whoever chooses, so that what one does not choose changes nothing for the others */
export function choicesOf(seed: number, name: string) {
  let made = 0;
  /** From 0 to below 1. */
  const next = () => createHash('sha256').update(`${seed}:${name}:${++made}`).digest().readUInt32BE() / 2 ** 32;
  return {
    isChance: (probability: number) => next() < probability,
    between: (least: number, most: number) => least + Math.floor(next() * (most - least + 1)),
    /** One of these, each as likely as its weight says. */
    weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
      const entries = Object.entries(weights) as [Name, number][];
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [name, weight] of entries) {
        left -= weight;
        if (left < 0) return name;
      }
      return (entries.at(-1) as [Name, number])[0];
    },
  };
}
