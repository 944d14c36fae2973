import {
  type ChoiceChanges,
  type Conversation,
  type Conversations,
  restoreModel,
  type Sender,
} from '@hermes/conversations'
import { rootOf } from '@hermes/core/sessions'
import type { OptionValues } from '../arguments/options.js'
import type { ResumedRuntime } from './open-runtime.js'

/** The owner at this terminal. */
export const cliSender: Sender = {
  person: { id: 'local', role: 'admin' },
  surface: { kind: 'terminal', name: 'cli' },
}

export interface OpenedConversation {
  readonly conversation: Conversation
  /** One sentence each, for the user to see once. */
  readonly notices: readonly string[]
}

/**
 * Opens the conversation that the command line means. What its flags say about the model becomes the conversation's choice, so that
 * the model, its provider and its server come back when it is resumed without them.
 * @throws {ConfigError} when the model of the flags cannot answer.
 */
export async function openConversation(
  conversations: Conversations,
  { runtime, session, workingDirectory, notices }: ResumedRuntime,
  values: OptionValues,
): Promise<OpenedConversation> {
  const changes = modelChanges(values)
  const { store, agentFor } = runtime
  if (!session) {
    const seed = { source: 'cli', workingDirectory }
    // The flags are settings of this process, too.
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

/** What the flags say about the model; `undefined` where they say nothing. */
function modelChanges(values: OptionValues): ChoiceChanges | undefined {
  const { model, provider, 'base-url': baseUrl, 'api-mode': apiMode } = values
  if (model === undefined && provider === undefined && baseUrl === undefined) return undefined
  const namesServer = provider !== undefined || baseUrl !== undefined
  return {
    // The model of one server is not that of another.
    ...(model !== undefined ? { model } : namesServer && { model: null }),
    // An address without a provider is a server of the user's own.
    ...(namesServer && { provider: provider ?? 'custom', baseUrl: baseUrl ?? null, apiMode: apiMode ?? null }),
  }
}
