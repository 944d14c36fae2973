import type { Conversation, ConversationEvent, Submission } from '@hermes/conversations'
import { describeError, InterruptError, type Logger, type ToolEvent } from '@hermes/core'
import type { ChatAddress } from '@hermes/core/platform'
import type { Question } from '@hermes/core/questions'
import type { ValueTable } from '@hermes/core/sessions'
import type { ChatNetwork } from '../network/chat-network.js'
import type { Outbox } from '../outbox/outbox.js'
import { withinTime } from '../within-time.js'
import { createFallbackNote } from './fallback/fallback-note.js'
import { type TurnLimits, type TurnWatch, watchTurn } from './limits/watch-turn.js'
import { notedPreview, type ShownReply, toolsId } from './preview/noted-preview.js'
import { openPreview, type Preview } from './preview/preview.js'
import { createWrittenText, type WrittenText } from './preview/written-text.js'
import type { QuestionsInChat } from './questions/questions-in-chat.js'
import { createToolLines, type ToolProgress } from './tools/tool-lines.js'

/** Shows a turn in its chat while it runs: typing, tools, the unfinished answer, and questions. */
export interface LiveReply extends Pick<WrittenText, 'leave'> {
  /** Follows the turn of this submission. */
  follow(submission: Submission): void
  /** How long the turn had made no progress when it was interrupted for that, in milliseconds. */
  stuckMs(): number | undefined
  /** Ends, and resolves to the messages that are shown. */
  end(): Promise<ShownTurn>
}

/** The messages of a turn before its answer is delivered. */
export interface ShownTurn {
  /** The messages of the answer so far. */
  readonly answer: ShownReply
  /** The messages about the turn's tools. */
  readonly tools: ShownReply
  /** The known lines about the tools. Empty if this process has run none. */
  readonly toolLines: string
}

export interface LiveReplyOptions {
  readonly id: string
  /** Whether no other process has started to answer, so that the store need not be asked what it has shown. */
  readonly isNew: boolean
  readonly conversation: Conversation
  readonly network: ChatNetwork
  readonly address: ChatAddress
  readonly values: ValueTable
  readonly logger: Logger
  readonly outbox: Pick<Outbox, 'put' | 'isClear' | 'isHere'>
  readonly questions: QuestionsInChat
  readonly limits: TurnLimits
  readonly progress: ToolProgress
  /** Called when a tool call starts and when it ends, if the tool progress is `log`. */
  readonly logTool: (event: ToolEvent) => void
  /** Tells the person that the turn makes no progress. `count`: how often they were told before. */
  readonly tellQuiet: (quietMs: number, count: number) => Promise<unknown>
  /** Tells the person that another model answers. `count`: how often they were told before. */
  readonly tellFallback: (text: string, count: number) => Promise<unknown>
}

const typingMs = 4_500
const typingLimitMs = 10_000
/** Shared by all turns, because an abort without a reason creates an error with a stack. */
const turnEnded = new InterruptError('The turn has ended.')

/** Opens the live reply of a turn. People can answer its questions from now on. */
export function openLiveReply(options: LiveReplyOptions): LiveReply {
  const { id, conversation, network, address, values, logger, questions, limits, progress, logTool } = options
  const { tellQuiet, tellFallback } = options
  const { adapter } = network
  const fallback = createFallbackNote({ conversation: conversation.id, values, logger, tell: tellFallback })
  const outbox: LiveReplyOptions['outbox'] = {
    put: options.outbox.put,
    isHere: options.outbox.isHere,
    // The reason why another model answers is placed above that answer.
    isClear: (place) => fallback.untilTold().then(() => options.outbox.isClear(place)),
  }
  const isClear = () => outbox.isClear({ network: network.name, address })
  const controller = new AbortController()
  const { signal } = controller
  const events = conversation.events({ signal, answers: true, from: 'turn' })
  let submissionId: string | undefined
  let turnId: string | undefined
  const tools = createToolLines({ progress, limit: adapter.limits.text })
  let toolPreview: Promise<Preview> | undefined
  const answer = createWrittenText({ ...options, outbox, signal })
  let asked = Promise.resolve()
  let watch: TurnWatch | undefined
  let toldQuiet = 0
  let stuckMs: number | undefined

  const typing = () => {
    if (!outbox.isHere(network.name)) return
    withinTime(typingLimitMs, async (limited) => adapter.showTyping?.(address, { signal: limited })).catch(
      (error: unknown) => {
        logger.log('debug', 'Typing could not be shown.', { error: describeError(error) })
      },
    )
  }
  let timer: ReturnType<typeof setInterval> | undefined
  const stopTyping = () => {
    clearInterval(timer)
    timer = undefined
  }

  async function showTools(): Promise<void> {
    if (progress === 'off') return
    toolPreview ??= openPreview({ ...options, id: toolsId(id), cursor: '', leastChars: 1, signal, isClear })
    const opened = await toolPreview
    if (!signal.aborted) opened.show(tools.text())
  }

  function ask(question: Question): void {
    asked = answer.leave(`question ${question.id} text`)
    void asked.then(() => questions.ask(question))
  }

  const settle = (question: Question) => void asked.then(() => questions.settle(question))

  const withdrawTools = () => void toolPreview?.then((opened) => opened.withdraw())

  /** Opened at the first event of the agent. A turn that waits for a turn in another process has none. */
  function openWatch(): TurnWatch {
    return watchTurn({
      limits,
      onQuiet(quietMs) {
        const count = toldQuiet
        toldQuiet += 1
        tellQuiet(quietMs, count).catch((error: unknown) => {
          logger.log('warn', 'It could not be told that a turn is quiet.', { error: describeError(error) })
        })
      },
      onStuck(quietMs) {
        const { state } = conversation
        if (state.activity === 'idle' || state.turn.id !== turnId) return
        stuckMs = quietMs
        const details = { conversation: conversation.id, quietMs }
        logger.log('warn', 'A turn made no progress, and was interrupted.', details)
        conversation.interrupt('It made no progress.')
      },
    })
  }

  function take(event: ConversationEvent): void {
    // The known state of tools and questions is repeated.
    if (event.type === 'lagged') {
      watch?.stop()
      watch = undefined
    }
    if (event.type === 'turn-begin' && event.submissionId === submissionId) {
      turnId = event.turn.id
      typing()
      timer ??= setInterval(typing, typingMs)
    }
    if (event.type === 'turn-done' && event.turn.id === turnId) stopTyping()
    if (event.type !== 'agent' || event.turnId !== turnId) return
    watch ??= openWatch()
    watch.see(event.event)
    fallback.see(event.event)
    switch (event.event.type) {
      case 'iteration-start':
      case 'restart':
        answer.begin()
        break
      case 'text-delta':
        answer.add(event.event.text)
        // A message about tools that ended this soon would only be a distraction.
        withdrawTools()
        break
      case 'tool-start':
      case 'tool-end':
        if (!tools.see(event.event)) break
        if (progress === 'log') logTool(event.event)
        else void showTools()
        break
      case 'question-open':
        // The question already says what its tool waits for.
        withdrawTools()
        ask(event.event.question)
        break
      case 'question-settled':
        settle(event.event.question)
        break
      case 'turn-end':
        watch.stop()
        break
      default:
    }
  }

  const reading = (async () => {
    for await (const event of events) take(event)
  })().catch((error: unknown) => {
    if (!signal.aborted) logger.log('warn', 'A turn could not be followed.', { error: describeError(error) })
  })

  async function end(): Promise<ShownTurn> {
    stopTyping()
    watch?.stop()
    // Unread events must not start to show the answer.
    controller.abort(turnEnded)
    await reading
    await fallback.untilTold()
    tools.end()
    const [shown, shownTools] = await Promise.all([
      answer.end(),
      toolPreview?.then((opened) => opened.end()) ?? notedPreview({ ...options, id: toolsId(id) }),
    ])
    return { answer: shown, tools: shownTools, toolLines: tools.text() }
  }
  let ended: Promise<ShownTurn> | undefined

  return {
    follow({ id }) {
      submissionId = id
      watch?.stop()
      watch = undefined
      stuckMs = undefined
    },
    leave: answer.leave,
    stuckMs: () => stuckMs,
    end() {
      ended ??= end()
      return ended
    },
  }
}
