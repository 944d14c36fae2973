/** Data by which a strategy selects. */
export interface Selectable {
  readonly uses: number
}

/**
 * How a pool selects the key for a request. `fill_first`: the first available key, in the given order. `round_robin`:
 * each in turn. `least_used`: the one with the fewest requests so far. `random`: a random one.
 */
export type PoolStrategy = 'fill_first' | 'round_robin' | 'least_used' | 'random'

/** Selects one of the available members. Returns `undefined` if there is none. */
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
