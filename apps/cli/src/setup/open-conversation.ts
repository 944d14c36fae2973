import { type Conversation, type Conversations, restoreModel, type Sender } from '@hermes/conversations'
import { rootOf } from '@hermes/core/sessions'
import type { OptionValues } from '../arguments/options/options.js'
import { UsageError } from '../usage-error.js'
import { modelChanges } from './model-changes.js'
import type { ResumedRuntime } from './open-runtime.js'

/** The owner, at this terminal. */
export const cliSender: Sender = {
  person: { id: 'local', role: 'admin' },
  surface: { kind: 'terminal', name: 'cli' },
}

/** Returns the source of new sessions, for lists and statistics. @throws {UsageError} */
export function sourceOf({ source = 'cli' }: OptionValues): string {
  if (/^[a-z][a-z0-9_-]{0,39}$/.test(source)) return source
  throw new UsageError(`--source takes a-z, 0-9, "-" and "_", such as \`tool\`, not "${source}".`)
}

export interface OpenedConversation {
  readonly conversation: Conversation
  /** Notices to show to the user once, one sentence each. */
  readonly notices: readonly string[]
}

/**
 * Opens the conversation of the command line. The model flags become the conversation's choice, so that model, provider and server are
 * restored when it is resumed without them.
 * @throws {ConfigError} when the model in the flags cannot answer.
 */
export async function openConversation(
  conversations: Conversations,
  { runtime, session, workingDirectory, notices }: ResumedRuntime,
  values: OptionValues,
): Promise<OpenedConversation> {
  const changes = modelChanges(values)
  const { store, agentFor } = runtime
  if (!session) {
    const seed = { source: sourceOf(values), workingDirectory }
    // The flags are also settings of this process.
    const { model } = await agentFor({})
    const choice = changes ? model.reference : undefined
    return { conversation: await conversations.open({ seed, ...(choice && { choice }) }), notices }
  }
  const conversation = await conversations.open({ id: (await rootOf(store, session)).id })
  const by = cliSender.person
  const namesServer = changes !== undefined && (changes.provider !== undefined || changes.baseUrl !== undefined)
  const problem = namesServer ? undefined : await restoreModel(conversation, { store, agentFor, by })
  if (changes) await conversation.choose(changes, by)
  return { conversation, notices: problem === undefined ? notices : [...notices, problem] }
}
