import type { Config } from '../schema/config-schema.js'

/** Returns the dotted paths of settings that limit US dollars where no setting limits tokens. They count only calls with a known price. */
export function limitsInUsd({ agent, people, gateway }: Config): readonly string[] {
  const { admin, user, guest } = people
  const daily = [
    ...Object.entries({ admin, user, guest }).map(([role, limits]) => [`people.${role}`, limits] as const),
    ...Object.entries(people.budgets).map(([id, limits]) => [`people.budgets.${id}`, limits] as const),
    ...Object.entries(gateway.api_server.keys).map(([name, key]) => [`gateway.api_server.keys.${name}`, key] as const),
  ]
  return [
    ...(limitsTurns({ agent }) ? [costPerTurn] : []),
    ...daily
      .filter(([, { usd_per_day: usd, tokens_per_day: tokens }]) => usd !== undefined && tokens === undefined)
      .map(([path]) => `${path}.usd_per_day`),
  ]
}

/** Whether {@link costPerTurn} is one of the limits in US dollars. */
export function limitsTurns({ agent }: Pick<Config, 'agent'>): boolean {
  return agent.max_cost_per_turn > 0 && agent.max_tokens_per_turn === 0
}

/** The path of the setting that limits the cost of each turn. */
export const costPerTurn = 'agent.max_cost_per_turn'

/** Explains that an option that limits US dollars has no effect on a model. */
export function withoutPriceOf(option: string, model: string): string {
  return `${option} does not limit "${model}", because its price is unknown: set its price in model_overrides, or agent.max_tokens_per_turn.`
}

/** Explains that a limit in US dollars has no effect on a model, and which setting has an effect. */
export function withoutPrice(path: string, model: string): string {
  const inTokens = path === costPerTurn ? 'agent.max_tokens_per_turn' : path.replace(/usd_per_day$/, 'tokens_per_day')
  return `${path} does not limit "${model}", because its price is unknown: set its price in model_overrides, or ${inTokens}.`
}
