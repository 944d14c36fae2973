import { type CallPace, type Conversation, type ConversationEvent, paceAfter } from '@hermes/conversations'
import { sessionUsage } from '@hermes/conversations/stored'
import { type AgentEvent, addUsage, type ChosenModel, costOf, noUsage, promptTokens, type Usage } from '@hermes/core'
import { newestOf } from '@hermes/core/sessions'
import type { Runtime } from '@hermes/runtime'
import type { LiveRows } from '../../render/screen/dock.js'
import { statusLine } from '../../render/screen/status-line.js'
import type { Style } from '../../render/text/style.js'
import { backgroundCounts } from './background-counts.js'
import { type ReadFacts, readFacts } from './read-facts.js'
import { sandboxState } from './sandbox-state.js'

export interface StatusViewOptions {
  readonly runtime: Pick<
    Runtime,
    'agentFor' | 'store' | 'approvals' | 'environment' | 'config' | 'processes' | 'subagents'
  >
  readonly workingDirectory: string
  readonly style: Style
  /** Drafts that the user put aside. */
  readonly drafts: readonly string[]
  /** Whether tool calls are hidden. */
  readonly focus: { readonly isOn: boolean }
  /** Called when the facts have changed. */
  readonly onChange: (facts: { readonly title?: string }) => void
  readonly onError: (error: unknown) => void
}

/** The status line of a chat. */
export interface StatusView {
  readonly rows: LiveRows
  /** Follows a conversation from now on. */
  follow(conversation: Conversation): void
  see(event: ConversationEvent): void
}

interface Known {
  readonly model?: ChosenModel
  readonly title?: string
  readonly read?: ReadFacts
  readonly pace: CallPace
  readonly compressions: number
  readonly turnSinceMs?: number
  readonly idleSinceMs?: number
  readonly usage: Usage
  readonly contextTokens?: number
}

const nothing: Known = { usage: noUsage, pace: {}, compressions: 0 }

export function createStatusView({
  runtime,
  workingDirectory,
  style,
  drafts,
  focus,
  onChange,
  onError,
}: StatusViewOptions): StatusView {
  const { agentFor, store, approvals, environment, config } = runtime
  const { fields } = config.display.status_bar
  const startedAtMs = Date.now()
  let conversation: Conversation | undefined
  let known = nothing

  const refresh = async (followed: Conversation) => {
    const [{ model }, read, stored] = await Promise.all([
      agentFor(followed.choice),
      readFacts({ sessionId: followed.id, workingDirectory, store, fields }),
      loadStored(followed),
    ])
    if (followed !== conversation) return
    known = {
      ...known,
      model,
      read,
      ...(stored && { usage: stored.usage, ...(stored.title !== undefined && { title: stored.title }) }),
    }
    onChange(known)
  }
  const loadStored = async ({ id }: Conversation) => {
    const record = await store.sessions.get(id)
    if (!record) return undefined
    const newest = await newestOf(store, record)
    return { title: newest.title ?? record.title, usage: (await sessionUsage(store, record)).usage }
  }
  const refreshSoon = () => {
    if (conversation) refresh(conversation).catch(onError)
  }

  return {
    rows({ columns, nowMs }) {
      const { model, title, usage, contextTokens, pace, turnSinceMs, idleSinceMs } = known
      if (!conversation || !model) return []
      const cost = costOf(usage)
      return statusLine(
        {
          model: model.id,
          ...(contextTokens !== undefined && { contextTokens }),
          ...(model.contextWindow !== undefined && { contextWindow: model.contextWindow }),
          ...(promptTokens(usage) > 0 && { usage }),
          ...(cost && { cost }),
          ...(title !== undefined && { title }),
          ...known.read,
          ...backgroundCounts(runtime, conversation.id),
          ...pace,
          compressions: known.compressions,
          drafts: drafts.length,
          isFocused: focus.isOn,
          ...(turnSinceMs !== undefined && { turnMs: nowMs - turnSinceMs }),
          ...(idleSinceMs !== undefined && { idleMs: nowMs - idleSinceMs }),
          sandbox: sandboxState(environment, conversation.id, style.t),
          isYolo: (conversation.choice.approvals ?? approvals.mode()) === 'off',
          elapsedMs: nowMs - startedAtMs,
        },
        { fields, style, columns },
      )
    },
    follow(next) {
      conversation = next
      known = nothing
      refreshSoon()
    },
    see(event) {
      known = withTurn(known, event)
      if (event.type === 'agent') known = { ...known, pace: paceOf(known.pace, event.event) }
      if (event.type === 'agent' && event.event.type === 'iteration-end') {
        const { usage } = event.event
        const contextTokens = promptTokens(usage) + usage.outputTokens
        known = { ...known, contextTokens, usage: addUsage(known.usage, usage) }
        onChange(known)
      } else if (event.type === 'agent' && event.event.type === 'compression-end') {
        if (event.event.status !== 'compressed') return
        const compressions = known.compressions + 1
        known = { ...known, compressions, contextTokens: event.event.tokensAfter }
      } else if (event.type === 'turn-done' || event.type === 'choice' || event.type === 'command') refreshSoon()
    },
  }
}

/** Notes when the running turn started, or the latest one ended. */
function withTurn(known: Known, { type }: ConversationEvent): Known {
  if (type !== 'turn-begin' && type !== 'turn-done') return known
  const { turnSinceMs: _, idleSinceMs: __, ...rest } = known
  return type === 'turn-begin' ? { ...rest, turnSinceMs: Date.now() } : { ...rest, idleSinceMs: Date.now() }
}

function paceOf(pace: CallPace, event: AgentEvent): CallPace {
  const nowMs = Date.now()
  switch (event.type) {
    case 'iteration-start':
      return paceAfter(pace, { type: 'start' }, nowMs)
    case 'text-delta':
    case 'reasoning-delta':
    case 'tool-call-delta':
      return paceAfter(pace, { type: 'word' }, nowMs)
    case 'iteration-end':
      return paceAfter(pace, { type: 'end', outputTokens: event.usage.outputTokens }, nowMs)
    default:
      return pace
  }
}
