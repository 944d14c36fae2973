// The steps of a writer in the crash test, derived from its seed, so that the test knows them too.

/** A word that occurs in every message and nowhere else. */
export const marker = 'crashmarker'

/** The session shared by all writers. */
export const sharedSession = 'shared'

/** The prompt of all sessions, so that it is stored once, and deleted with the last session that refers to it. */
export const sharedPrompt = 'You write until you are killed. 死ぬまで書く。\n'.repeat(200)

export interface WriterOptions {
  /** The store: a file, or a schema of PostgreSQL. */
  readonly store: { readonly path: string } | { readonly url: string; readonly schema: string }
  /** The number of the writer; its own session has this name. */
  readonly slot: string
  /** The number of the writer's process, which increments with each kill. */
  readonly life: number
  readonly seed: number
}

export type Step =
  /** Messages that are stored atomically. */
  | { readonly type: 'append'; readonly number: number; readonly session: string; readonly contents: readonly string[] }
  /** A session with messages that is created and deleted again: the indexes must drop it. */
  | { readonly type: 'forget'; readonly session: string; readonly content: string }
  | { readonly type: 'reopen' }

/** Yields the endless steps of one life of a writer. */
export function* stepsOf({ slot, life, seed }: WriterOptions): Generator<Step, never> {
  const random = createRandom(seed)
  for (let number = 0; ; number++) {
    const kind = random()
    if (kind < 0.06)
      yield { type: 'forget', session: `${slot}-${life}-${number}`, content: `${marker} 忘れる ${number}` }
    if (kind > 0.98) yield { type: 'reopen' }
    const session = random() < 0.5 ? slot : sharedSession
    const filler = '日本語 and words '.repeat(random() < 0.1 ? 1200 : 4)
    const count = 1 + Math.floor(random() * 3)
    const contents = Array.from({ length: count }, (_, part) => `${slot}/${life}/${number}/${part} ${marker} ${filler}`)
    yield { type: 'append', number, session, contents }
  }
}

/** Creates a small pseudorandom generator (mulberry32), from 0 to below 1. */
export function createRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
