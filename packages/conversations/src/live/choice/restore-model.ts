import { type Choice, type ChosenModel, ConfigError, type SessionStore } from '@hermes/core'
import { isSameModel, keptModel, newestOf } from '@hermes/core/sessions'
import type { AgentFor } from '@hermes/core/wiring'
import { namesModel } from '../../choice/names-model.js'
import type { Conversation } from '../../contracts/conversation.js'
import type { Person } from '../../contracts/person.js'

export interface RestoreModelOptions {
  readonly store: SessionStore
  readonly agentFor: AgentFor
  readonly by: Person
}

/**
 * Chooses the model of a conversation's latest turn when the conversation is resumed after the settings have changed. A conversation
 * with a chosen model keeps it, and one that uses the configured model keeps following the settings.
 * @returns a sentence if that model cannot answer now: the configured one is used then.
 * @throws {ConfigError} when neither can answer.
 */
export async function restoreModel(
  conversation: Conversation,
  { store, agentFor, by }: RestoreModelOptions,
): Promise<string | undefined> {
  const record = namesModel(conversation.choice) ? undefined : await store.sessions.get(conversation.id)
  const kept = record && keptModel.of(await newestOf(store, record))
  if (!kept) return undefined
  const configured = await modelOrError(agentFor, conversation.choice)
  if (!ConfigError.is(configured) && configured.reference && isSameModel(configured.reference, kept)) return undefined
  try {
    await conversation.choose(kept, by)
    return undefined
  } catch (error) {
    if (!ConfigError.is(error)) throw error
    if (ConfigError.is(configured)) throw configured
    return `The session's model, ${kept.model} (${kept.provider}), cannot answer now: ${error.message} It continues with ${configured.id} (${configured.provider}).`
  }
}

async function modelOrError(agentFor: AgentFor, choice: Choice): Promise<ChosenModel | ConfigError> {
  try {
    return (await agentFor(choice)).model
  } catch (error) {
    if (ConfigError.is(error)) return error
    throw error
  }
}
