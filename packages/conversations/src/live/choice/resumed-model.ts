import type { ModelChoice, SessionRecord, SessionStore } from '@hermes/core'
import { keptModel, newestOf, rootOf } from '@hermes/core/sessions'
import { createChoices } from '../../choice/choices.js'
import { modelOf } from '../../choice/model-of.js'
import { namesModel } from '../../choice/names-model.js'
import { withChanges } from '../../choice/with-changes.js'
import type { ChoiceChanges } from '../../contracts/conversation.js'

export interface ResumedModelOptions {
  readonly store: SessionStore
  /** Any session of the conversation. */
  readonly session: SessionRecord
  /** Changes that are about to be made to the choice. Default: none. */
  readonly changes?: ChoiceChanges
}

/**
 * Returns the model that a conversation will use when it is resumed, before it is opened: the chosen one, or the one of its latest turn.
 * Returns `{}` if it follows the settings.
 */
export async function resumedModel({ store, session, changes = {} }: ResumedModelOptions): Promise<ModelChoice> {
  const root = await rootOf(store, session)
  const choice = store.values ? await createChoices(store.values).load(root.id) : {}
  const kept = namesModel(choice) ? undefined : keptModel.of(await newestOf(store, session))
  return modelOf(withChanges({ ...choice, ...kept }, changes))
}
