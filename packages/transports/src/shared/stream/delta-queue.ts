import type { TransportEvent } from '@hermes/core'

type TextKind = 'text-delta' | 'reasoning-delta'

/** Buffers deltas until they are taken. Adjacent text deltas of the same kind are joined into one event. */
export interface DeltaQueue {
  addText(kind: TextKind, text: string): void
  add(event: TransportEvent): void
  /** Returns the buffered deltas and clears the buffer. */
  take(): readonly TransportEvent[]
}

export function createDeltaQueue(): DeltaQueue {
  let queue: TransportEvent[] = []
  let openKind: TextKind = 'text-delta'
  let openText = ''

  function close(): void {
    if (openText !== '') queue.push({ type: openKind, text: openText })
    openText = ''
  }

  return {
    addText(kind, text) {
      if (kind !== openKind) close()
      openKind = kind
      openText += text
    },
    add(event) {
      close()
      queue.push(event)
    },
    take() {
      close()
      const taken = queue
      queue = []
      return taken
    },
  }
}
