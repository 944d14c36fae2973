import { type MessageContent, textOf } from '@hermes/core'
import type { Translate } from '@hermes/safety/language'
import { oneLine } from '../../render/text/safe-text.js'

/** Messages sent during a turn that the model has not read yet, as rows below the input. */
export interface PendingNotes {
  readonly rows: readonly string[]
  queue(input: { readonly id: string; readonly content: MessageContent }): void
  unqueue(id: string): void
  steer(text: string): void
  /** Removes the oldest steer, which the model has read. @returns its text. */
  readSteer(): string | undefined
  /** Moves steers that the model did not read to the queue when the turn ends. */
  endTurn(): void
}

const shownQueue = 3
/** Length of a preview, in characters: more than any terminal shows in a row. */
const previewCharacters = 500

export function createPendingNotes(t: Translate): PendingNotes {
  const queued = new Map<string, string>()
  let steers: readonly string[] = []

  return {
    get rows() {
      const shown = [...queued.values()].slice(-shownQueue).map((text) => `  ${text}`)
      const hidden = queued.size - shown.length
      return [
        ...steers.map((text) => `↳ ${text}`),
        ...(queued.size > 0
          ? [
              t.count(
                queued.size,
                'message for the next turn (↑ edits the last):',
                'messages for the next turn (↑ edits the last):',
              ),
            ]
          : []),
        ...(hidden > 0 ? [`  ... ${t`${hidden} earlier`}`] : []),
        ...shown,
      ]
    },
    queue({ id, content }) {
      queued.set(id, preview(textOf(content)))
    },
    unqueue(id) {
      queued.delete(id)
    },
    steer(text) {
      steers = [...steers, preview(text)]
    },
    readSteer() {
      const [first, ...rest] = steers
      steers = rest
      return first
    },
    endTurn() {
      steers = []
    },
  }
}

function preview(text: string): string {
  return oneLine(text.slice(0, previewCharacters))
}
