/** What a strategy looks at. */
export interface Selectable {
  readonly uses: number
}

/**
 * How a pool shares requests out. `fill_first`: the first free key, in the given order. `round_robin`: each after the other.
 * `least_used`: the one with the fewest requests so far. `random`: any.
 */
export type PoolStrategy = 'fill_first' | 'round_robin' | 'least_used' | 'random'

/** Picks one of the free members; `undefined` when none is free. */
export type Select<Member extends Selectable> = (isFree: (member: Member) => boolean) => Member | undefined

export function createSelect<Member extends Selectable>(
  members: readonly Member[],
  strategy: PoolStrategy,
  random: () => number,
): Select<Member> {
  switch (strategy) {
    case 'fill_first':
      return (isFree) => members.find(isFree)
    case 'round_robin':
      return roundRobin(members)
    case 'least_used':
      return (isFree) => members.filter(isFree).sort((left, right) => left.uses - right.uses)[0]
    case 'random':
      return (isFree) => {
        const free = members.filter(isFree)
        return free[Math.floor(random() * free.length)] ?? free.at(-1)
      }
  }
}

function roundRobin<Member>(members: readonly Member[]): (isFree: (member: Member) => boolean) => Member | undefined {
  let next = 0
  return (isFree) => {
    const chosen = [...members.slice(next), ...members.slice(0, next)].find(isFree)
    if (chosen !== undefined) next = (members.indexOf(chosen) + 1) % members.length
    return chosen
  }
}
