import { setTimeout as delay } from 'node:timers/promises'

/** When to kill a gateway. */
export type KillMoment =
  /** At a time during its start. */
  | { readonly at: 'start'; readonly afterMs: number }
  /** At any time during its work. */
  | { readonly at: 'time'; readonly afterMs: number }
  /** After this many model calls. */
  | { readonly at: 'request'; readonly count: number; readonly afterMs: number }
  /** After this many events at the clients. */
  | { readonly at: 'news'; readonly count: number; readonly afterMs: number }

const kinds = ['news', 'request', 'time', 'start', 'news', 'request', 'news', 'time'] as const

/** Chooses a random moment, going through all kinds in turn. */
export function chooseMoment(round: number, random: () => number): KillMoment {
  const kind = kinds[round % kinds.length] ?? 'time'
  const amount = random()
  const afterMs = random() < 0.5 ? 0 : random() * 15
  if (kind === 'start') return { at: 'start', afterMs: amount * 1_000 }
  if (kind === 'time') return { at: 'time', afterMs: amount * 1_500 }
  return { at: kind, count: 1 + Math.floor(amount * (kind === 'news' ? 80 : 16)), afterMs }
}

/** Counts the events that a moment waits for. */
export interface Counter {
  add(): void
  /** Resolves after this many further events. */
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
  /** Resolves when the gateway serves. */
  readonly serving: Promise<unknown>
}

/** Resolves when the moment has come. */
export async function momentOf(moment: KillMoment, { requests, news, serving }: MomentSources): Promise<void> {
  if (moment.at === 'request') await requests.reach(moment.count)
  else if (moment.at === 'news') await news.reach(moment.count)
  else if (moment.at === 'time') await serving
  if (moment.afterMs > 0) await delay(moment.afterMs)
}
