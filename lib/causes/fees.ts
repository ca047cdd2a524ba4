/** The fee models with a published name (specification 2.3). */
export const FEE_MODELS = ['plus_gateway_costs', 'all_inclusive'] as const;
export type FeeModel = (typeof FEE_MODELS)[number];

/** The public name of a stored fee model; `unknown` if it has none (ruling 29). */
export function publicFeeModel(stored: string): FeeModel | 'unknown' {
  return (FEE_MODELS as readonly string[]).includes(stored) ? (stored as FeeModel) : 'unknown';
}
