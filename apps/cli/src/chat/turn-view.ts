import type { ConversationEvent } from '@hermes/conversations'
import type { Display } from '@hermes/conversations/commands'
import { type MessageContent, textOf } from '@hermes/core'
import type { Dock } from '../render/dock.js'
import { createEventRenderer, type EventRenderer } from '../render/event-renderer.js'
import { formatCount } from '../render/format.js'
import { createAnswerStream } from '../render/markdown-stream.js'
import { oneLine, safeText } from '../render/safe-text.js'
import type { Style } from '../render/style.js'
import { truncate } from '../render/text-width.js'

export interface TurnViewOptions {
  readonly dock: Dock
  readonly style: Style
  /** Evaluated at the start of each turn. */
  readonly display: Display
  /** Shown before a person's message. */
  readonly prompt: string
}

/** Shows the events of a conversation. */
export interface TurnView {
  show(event: ConversationEvent): void
}

const shownQueue = 3

export function createTurnView({ dock, style, display, prompt }: TurnViewOptions): TurnView {
  const columns = () => dock.columns
  let renderer: EventRenderer | undefined
  let queued: readonly { readonly id: string; readonly content: MessageContent }[] = []

  const begin = () => {
    renderer = createEventRenderer({
      style,
      columns,
      text: createAnswerStream({ style, columns }),
      showReasoning: display.showReasoning,
      showTools: display.showTools,
    })
    dock.setStatus('thinking')
  }
  const showQueue = () => {
    const shown = queued.slice(0, shownQueue).map(({ content }) => `  ${oneLine(textOf(content))}`)
    const more = queued.length > shownQueue ? [`  ... and ${queued.length - shownQueue} more`] : []
    dock.setNotes(queued.length === 0 ? [] : [`${queued.length} waiting for the next turn:`, ...shown, ...more])
  }
  const tell = (line: string) => dock.writeLines(`${style.dim(truncate(line, columns() - 1))}\n`)

  return {
    show(event) {
      switch (event.type) {
        case 'turn-begin':
          if (event.input !== undefined) dock.writeLines(said(event.input, prompt))
          return begin()
        case 'agent': {
          if (!renderer) begin()
          const step = renderer?.render(event.event)
          dock.write(step?.output ?? '')
          return dock.setStatus(step?.status)
        }
        case 'turn-done':
          renderer = undefined
          dock.setStatus(undefined)
          return dock.write('\n')
        case 'queued':
          queued = [...queued.filter(({ id }) => id !== event.input.id), event.input]
          return showQueue()
        case 'unqueued':
          queued = queued.filter(({ id }) => id !== event.id)
          return showQueue()
        case 'steered':
          return tell(`↳ ${oneLine(event.text)}`)
        case 'choice':
          if (event.cacheBreak) tell(`The next turn reads ${formatCount(event.cacheBreak.tokens)} cached tokens again.`)
          return
        case 'notice':
          if (event.code === 'command-progress') return renderer ? undefined : dock.setStatus(oneLine(event.text))
          return tell(`● ${oneLine(event.text)}`)
        case 'lagged':
          return tell(`● ${event.missed} events were not shown.`)
        default:
          return
      }
    },
  }
}

/** A person's message, as it was typed. */
function said(content: MessageContent, prompt: string): string {
  return `${prompt}${safeText(textOf(content)).replaceAll('\n', '\n  ')}\n`
}
