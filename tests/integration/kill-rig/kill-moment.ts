import { setTimeout as delay } from 'node:timers/promises'

/** When a gateway is killed. */
export type KillMoment =
  /** While it starts. */
  | { readonly at: 'start'; readonly afterMs: number }
  /** At some time of its work. */
  | { readonly at: 'time'; readonly afterMs: number }
  /** When it has asked the model so many times. */
  | { readonly at: 'request'; readonly count: number; readonly afterMs: number }
  /** When clients have heard so many pieces of news. */
  | { readonly at: 'news'; readonly count: number; readonly afterMs: number }

const kinds = ['news', 'request', 'time', 'start', 'news', 'request', 'news', 'time'] as const

/** All kinds in turn, each at a moment of its own. */
export function chooseMoment(round: number, random: () => number): KillMoment {
  const kind = kinds[round % kinds.length] ?? 'time'
  const amount = random()
  const afterMs = random() < 0.5 ? 0 : random() * 15
  if (kind === 'start') return { at: 'start', afterMs: amount * 1_000 }
  if (kind === 'time') return { at: 'time', afterMs: amount * 1_500 }
  return { at: kind, count: 1 + Math.floor(amount * (kind === 'news' ? 80 : 16)), afterMs }
}

/** Counts what a moment may wait for. */
export interface Counter {
  add(): void
  /** Resolves when it has counted so many from now on. */
  reach(count: number): Promise<void>
}

export function createCounter(): Counter {
  let total = 0
  let waiting: { readonly at: number; readonly resolve: () => void } | undefined
  return {
    add() {
      total += 1
      if (waiting && total >= waiting.at) waiting.resolve()
    },
    reach(count) {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting = { at: total + count, resolve }
      return promise
    },
  }
}

export interface MomentSources {
  readonly requests: Counter
  readonly news: Counter
  /** The gateway serves. */
  readonly serving: Promise<unknown>
}

/** Resolves when the moment has come. */
export async function momentOf(moment: KillMoment, { requests, news, serving }: MomentSources): Promise<void> {
  if (moment.at === 'request') await requests.reach(moment.count)
  else if (moment.at === 'news') await news.reach(moment.count)
  else if (moment.at === 'time') await serving
  if (moment.afterMs > 0) await delay(moment.afterMs)
}
