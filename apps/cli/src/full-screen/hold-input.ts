import type { Io } from '../io.js'

/** A terminal whose input is held back. Disposing it restores the terminal. */
export interface HeldInput extends Disposable {
  /** Leaves the typed keys to the next reader. */
  release(): void
}

const ctrlC = '\u0003'

/**
 * Holds back what is typed until the screen is ready. Otherwise the terminal would echo it below the prompt of the shell, and pass a line
 * on when it ends with Enter.
 *
 * @param interrupt Called on Ctrl+C, which is an ordinary key now.
 */
export function holdInput({ stdin }: Pick<Io, 'stdin'>, interrupt: () => void): HeldInput {
  const kept: Buffer[] = []
  const take = (data: Buffer | string) => {
    kept.push(Buffer.from(data))
    if (data.includes(ctrlC)) interrupt()
  }
  stdin.setRawMode?.(true)
  stdin.on('data', take)
  return {
    release() {
      stdin.off('data', take)
      stdin.pause()
      if (kept.length > 0) stdin.unshift(Buffer.concat(kept.splice(0)))
    },
    [Symbol.dispose]() {
      stdin.off('data', take)
      stdin.pause()
      stdin.setRawMode?.(false)
    },
  }
}
