import { ProcessTerminal } from '@earendil-works/pi-tui'
import { joinPastes } from './join-pastes.js'

/** The terminal of the process, reading pastes of any length. */
export class PasteTerminal extends ProcessTerminal {
  #take: ((data: string) => void) | undefined

  override start(onInput: (data: string) => void, onResize: () => void): void {
    const { stdin } = process
    const before = new Set<unknown>(stdin.listeners('data'))
    super.start(onInput, onResize)
    // The base class has no hook for filtering its input.
    const added = stdin
      .listeners('data')
      .filter(isReader)
      .filter((listener) => !before.has(listener))
    for (const listener of added) stdin.off('data', listener)
    this.#take = joinPastes((data) => {
      for (const listener of added) listener(data)
    })
    stdin.on('data', this.#take)
  }

  override stop(): void {
    if (this.#take) process.stdin.off('data', this.#take)
    super.stop()
  }
}

function isReader(listener: unknown): listener is (data: string) => void {
  return typeof listener === 'function'
}
