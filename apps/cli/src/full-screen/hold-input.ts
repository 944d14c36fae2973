import type { Io } from '../io.js'

/** A terminal whose input is kept. Disposing it gives the terminal back as it was. */
export interface HeldInput extends Disposable {
  /** Leaves what was typed to the next reader. */
  release(): void
}

const ctrlC = '\u0003'

/**
 * Keeps what is typed until the screen is ready. The terminal would write it below the prompt of the shell, and pass a line on when it ends with
 * Enter.
 *
 * @param interrupt Ctrl+C, which is an ordinary key now.
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
