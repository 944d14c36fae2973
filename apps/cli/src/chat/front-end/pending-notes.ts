import { type MessageContent, textOf } from '@hermes/core'
import type { Translate } from '@hermes/safety/language'
import { oneLine } from '../../render/text/safe-text.js'

/** What was said during a turn and is not read yet, as rows below the input. */
export interface PendingNotes {
  readonly rows: readonly string[]
  queue(input: { readonly id: string; readonly content: MessageContent }): void
  unqueue(id: string): void
  steer(text: string): void
  /** The model reads the oldest steer. @returns its text */
  readSteer(): string | undefined
  /** Steers that the model did not read are queued when the turn ends. */
  endTurn(): void
}

const shownQueue = 3
/** More than any terminal shows in a row. */
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
