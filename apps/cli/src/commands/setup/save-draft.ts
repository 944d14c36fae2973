import { saveModel } from '@hermes/runtime'
import type { ModelDraft } from './model-draft.js'
import type { SetupKit } from './setup-kit.js'

/**
 * Saves the model and the typed key.
 * @returns one sentence for each thing that was saved.
 */
export async function saveDraft(kit: SetupKit, draft: ModelDraft): Promise<readonly string[]> {
  const { provider = 'auto', model = '', baseUrl, apiKey } = draft
  const sentences: string[] = []
  if (apiKey !== undefined) {
    await kit.credentials.add(provider, apiKey, { ...(baseUrl !== undefined && { baseUrl }) })
    sentences.push('The key is stored in auth.json of the home.')
  }
  const { file, removed } = await saveModel(kit.paths, kit.config, {
    model,
    provider,
    ...(baseUrl !== undefined && { baseUrl }),
  })
  for (const edit of removed)
    sentences.push(`Removed ${edit.name} from ${edit.file}: it belonged to the previous model.`)
  return [...sentences, `The model is ${model} by ${provider} (saved in ${file}).`]
}
