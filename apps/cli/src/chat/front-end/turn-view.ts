import type { ConversationEvent } from '@hermes/conversations'
import type { Display } from '@hermes/conversations/commands'
import type { AgentEvent, MessageContent } from '@hermes/core'
import { describeProcessReports } from '@hermes/safety'
import type { Translate } from '@hermes/safety/language'
import { createLazyFormulas } from '../../render/markdown/lazy-formulas.js'
import { createLazyPainter } from '../../render/markdown/lazy-painter.js'
import { createAnswerStream } from '../../render/markdown/markdown-stream.js'
import { createEventRenderer, type EventRenderer } from '../../render/screen/event-renderer.js'
import type { MessageTimes } from '../../render/screen/message-times.js'
import { createRunningTools } from '../../render/screen/running-tools.js'
import { formatCount } from '../../render/text/format.js'
import { oneLine, safeText } from '../../render/text/safe-text.js'
import { truncate } from '../../render/text/text-width.js'
import type { FrontEnd } from './front-end.js'
import { createPendingNotes } from './pending-notes.js'

export interface TurnViewOptions extends Pick<FrontEnd, 'dock' | 'style' | 'isPlain' | 'wasTyped'> {
  /** Evaluated at the start of each turn. */
  readonly display: Display
  readonly times: MessageTimes
  /** Returns the prompt to show before the user's message, painted in the current colors. */
  readonly prompt: () => string
  /** Whether the edits that failed are listed below their turn. */
  readonly listsFailedEdits: boolean
}

/** The same number of rows as in the full screen. */
const fewReasoningRows = 10

/** Shows the events of a conversation. */
export interface TurnView {
  show(event: ConversationEvent): void
}

export function createTurnView(options: TurnViewOptions): TurnView {
  const { dock, style, display, times, prompt, isPlain, wasTyped, listsFailedEdits } = options
  const { t } = style
  const columns = () => dock.columns
  let renderer: EventRenderer | undefined
  const pending = createPendingNotes(t)
  const running = createRunningTools({ style })
  const painter = createLazyPainter(style)
  const formulas = createLazyFormulas(style)
  let hasInput = false

  const timeRow = (atMs = Date.now()) => (times.isShown ? `${style.muted(times.format(atMs))}\n` : '')
  const begin = () => {
    renderer = createEventRenderer({
      style,
      columns,
      timeRow,
      text: createAnswerStream({ style, columns, painter, formulas }),
      showReasoning: display.showReasoning,
      ...(!display.isReasoningWhole && { reasoningRows: fewReasoningRows }),
      showTools: display.showTools,
      showStarts: isPlain,
      listsFailedEdits,
    })
    // Both load while the model thinks.
    painter()
    formulas()
    dock.setStatus(t`thinking`)
  }
  const showPending = () => dock.setNotes(pending.rows)
  const tell = (line: string) => dock.writeLines(`${style.muted(truncate(line, columns() - 1))}\n`)

  const showInput = (input: MessageContent, atMs: number) => {
    const notice = describeProcessReports(firstText(input))
    if (notice === undefined) {
      const text = wasTyped(firstText(input)) ? '' : said(input, prompt(), t)
      return dock.writeLines(timeRow(atMs) + text)
    }
    for (const line of notice.split('\n')) tell(`● ${oneLine(t.of(line))}`)
  }

  /** Every input of a turn after the first one was sent while the turn ran. */
  const isSteer = (event: AgentEvent) => {
    if (event.type !== 'message-end' || event.message.role !== 'user' || event.inputId === undefined) return false
    const isFirst = !hasInput
    hasInput = true
    return !isFirst
  }
  const readSteer = () => {
    const text = pending.readSteer()
    showPending()
    if (text !== undefined) tell(`↳ ${text}`)
  }

  return {
    show(event) {
      switch (event.type) {
        case 'turn-begin':
          hasInput = event.input === undefined
          if (event.input !== undefined) showInput(event.input, event.turn.startedAtMs)
          return begin()
        case 'agent': {
          if (!renderer) begin()
          if (isSteer(event.event)) readSteer()
          const step = renderer?.render(event.event)
          running.see(event.event)
          dock.setActivity(running.isEmpty || !display.showTools ? undefined : running.rows)
          // The rows of the tools say more than the status.
          dock.setStatus(running.isEmpty || !display.showTools ? step?.status : undefined)
          return dock.write(step?.output ?? '')
        }
        case 'turn-done':
          renderer = undefined
          pending.endTurn()
          showPending()
          dock.setStatus(undefined)
          dock.write('\n')
          // A turn that was not typed here leaves the prompt above its output.
          return isPlain ? dock.refresh() : undefined
        case 'queued':
          pending.queue(event.input)
          if (isPlain) tell(t`Waits for the next turn: ${firstLineOf(event.input.content)}`)
          return showPending()
        case 'unqueued':
          pending.unqueue(event.id)
          return showPending()
        case 'steered':
          pending.steer(event.text)
          if (isPlain) tell(t`Waits for the next tool results: ${oneLine(event.text)}`)
          return showPending()
        case 'choice':
          if (event.cacheBreak)
            tell(t`The next turn reads ${formatCount(event.cacheBreak.tokens)} cached tokens again.`)
          return
        case 'notice':
          if (event.code === 'command-progress') return renderer ? undefined : dock.setStatus(oneLine(t.of(event.text)))
          return tell(`● ${oneLine(t.of(event.text))}`)
        case 'lagged':
          return tell(`● ${t`${event.missed} events were not shown.`}`)
        default:
          return
      }
    },
  }
}

/** Returns what the user typed; files follow it. */
function firstText(content: MessageContent): string {
  if (typeof content === 'string') return content
  const [first] = content
  return first?.type === 'text' ? first.text : ''
}

function firstLineOf(content: MessageContent): string {
  return oneLine(firstText(content).split('\n', 1)[0] ?? '')
}

const shownLines = 20
const shownCharacters = 4_000

/** Renders the user's message as it was typed: the first lines of a long one, and the number of attachments. */
function said(content: MessageContent, prompt: string, t: Translate): string {
  const attached = typeof content === 'string' ? [] : content.slice(1)
  const text = firstText(content)
  const lines = safeText(text.slice(0, shownCharacters)).split('\n').slice(0, shownLines)
  const isCut = text.length > shownCharacters || text.split('\n', shownLines + 1).length > shownLines
  const rest = isCut ? [`… ${t`${formatCount(text.length)} characters`}`] : []
  const files = attached.length > 0 ? [`+ ${t.count(attached.length, 'attachment')}`] : []
  return `${prompt}${[...lines, ...rest, ...files].join('\n  ')}\n`
}
