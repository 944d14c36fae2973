import { type Conversation, type Person, restoreModel, resumedModel } from '@hermes/conversations'
import type { SessionId, SessionRecord } from '@hermes/core'
import { rootOf } from '@hermes/core/sessions'
import type { RuntimeHost } from '@hermes/runtime'
import type { CommandContext } from '../../../arguments/command-spec.js'
import { openWorkspace } from '../../../chat/start/open-workspace.js'

/** Surface as stored with conversations that start here. */
const source = 'mcp'

/** A conversation in its own folder with its own model. */
export interface OpenConversation extends AsyncDisposable {
  readonly conversation: Conversation
  /** Whether it has no turn, no queued message, no process and no sub-agent. */
  isIdle(): Promise<boolean>
}

export interface OpenConversationOptions {
  readonly host: RuntimeHost
  readonly context: CommandContext
  readonly isAttended: boolean
  /** Person who continues the conversation. */
  readonly by: Person
  /** Id of the root session. */
  readonly id: SessionId
  /** Stored root session. Absent for a new conversation, which works in the folder of the process. */
  readonly record?: SessionRecord | undefined
}

export async function openConversation({
  host,
  context,
  isAttended,
  by,
  id,
  record,
}: OpenConversationOptions): Promise<OpenConversation> {
  const { store } = host
  const root = record && (await rootOf(store, record))
  const workingDirectory = root?.workingDirectory ?? context.io.workingDirectory
  const model = record && (await resumedModel({ store, session: record }))
  const workspace = await openWorkspace(
    host,
    { workingDirectory, source, isAttended, ...(model && { model }) },
    context,
  )
  try {
    const { conversations, agentFor, services } = workspace
    const conversation = await conversations.open(root ? { id } : { id, seed: { source, workingDirectory } })
    if (root) await restoreModel(conversation, { store, agentFor, by })
    return {
      conversation,
      async isIdle() {
        const beside = (await services.background?.(conversation.id)) ?? []
        const { activity, queued } = conversation.state
        return beside.length === 0 && activity === 'idle' && queued.length === 0
      },
      async [Symbol.asyncDispose]() {
        await conversations[Symbol.asyncDispose]()
        await workspace[Symbol.asyncDispose]()
      },
    }
  } catch (error) {
    await workspace[Symbol.asyncDispose]()
    throw error
  }
}
