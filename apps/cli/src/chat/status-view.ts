import type { Conversation, ConversationEvent } from '@hermes/conversations'
import { sessionUsage } from '@hermes/conversations/stored'
import { addUsage, type ChosenModel, costOf, noUsage, promptTokens, type Usage } from '@hermes/core'
import { newestOf } from '@hermes/core/sessions'
import type { Runtime } from '@hermes/runtime'
import type { LiveRows } from '../render/dock.js'
import { statusLine } from '../render/status-line.js'
import type { Style } from '../render/style.js'
import { gitBranch } from './git-branch.js'
import { sandboxState } from './sandbox-state.js'

export interface StatusViewOptions {
  readonly runtime: Pick<Runtime, 'agentFor' | 'store' | 'approvals' | 'environment' | 'config'>
  readonly workingDirectory: string
  readonly style: Style
  /** The facts have changed. */
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
  readonly branch?: string
  readonly usage: Usage
  readonly contextTokens?: number
}

export function createStatusView({
  runtime,
  workingDirectory,
  style,
  onChange,
  onError,
}: StatusViewOptions): StatusView {
  const { agentFor, store, approvals, environment, config } = runtime
  const { fields } = config.display.status_bar
  const startedAtMs = Date.now()
  let conversation: Conversation | undefined
  let known: Known = { usage: noUsage }

  const refresh = async (followed: Conversation) => {
    const [{ model }, branch, stored] = await Promise.all([
      agentFor(followed.choice),
      gitBranch(workingDirectory),
      loadStored(followed),
    ])
    if (followed !== conversation) return
    known = {
      ...known,
      model,
      ...(branch !== undefined && { branch }),
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
      const { model, title, branch, usage, contextTokens } = known
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
          ...(branch !== undefined && { gitBranch: branch }),
          sandbox: sandboxState(environment, conversation.id, style.t),
          isYolo: (conversation.choice.approvals ?? approvals.mode()) === 'off',
          elapsedMs: nowMs - startedAtMs,
        },
        { fields, style, columns },
      )
    },
    follow(next) {
      conversation = next
      known = { usage: noUsage }
      refreshSoon()
    },
    see(event) {
      if (event.type === 'agent' && event.event.type === 'iteration-end') {
        const { usage } = event.event
        const contextTokens = promptTokens(usage) + usage.outputTokens
        known = { ...known, contextTokens, usage: addUsage(known.usage, usage) }
        onChange(known)
      } else if (event.type === 'agent' && event.event.type === 'compression-end') {
        if (event.event.status === 'compressed') known = { ...known, contextTokens: event.event.tokensAfter }
      } else if (event.type === 'turn-done' || event.type === 'choice' || event.type === 'command') refreshSoon()
    },
  }
}
