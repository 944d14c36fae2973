import type { SessionConfigOption } from '@agentclientprotocol/sdk/unstable'
import type { ChoiceChanges } from '@hermes/conversations'
import type { Choice, ChosenModel } from '@hermes/core'
import type { AskedModel } from '../contracts/editor-host.js'

export const modelOption = 'model'
export const reasoningOption = 'reasoning'

/** Returns the name of a model for editors: `provider:model`. */
export function modelIdOf({ provider, model }: AskedModel): string {
  return `${provider}:${model}`
}

/** Returns the current model, followed by the others. */
export function offeredModels(current: ChosenModel, models: readonly AskedModel[]): readonly AskedModel[] {
  const { id: model, provider } = current
  return [{ model, provider }, ...models.filter((offer) => offer.model !== model || offer.provider !== provider)]
}

const efforts = ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const

/** Returns the settings of a session that an editor shows as lists. */
export function configOptions(models: readonly AskedModel[], { reasoning }: Choice): SessionConfigOption[] {
  const [current] = models
  const options: SessionConfigOption[] = []
  if (current) {
    options.push({
      id: modelOption,
      name: 'Model',
      category: 'model',
      type: 'select',
      currentValue: modelIdOf(current),
      options: models.map((offer) => ({
        value: modelIdOf(offer),
        name: offer.model,
        ...(offer.detail !== undefined && { description: offer.detail }),
      })),
    })
  }
  options.push({
    id: reasoningOption,
    name: 'Reasoning',
    category: 'thought_level',
    type: 'select',
    currentValue: reasoning ?? 'default',
    options: ['default', ...efforts].map((value) => ({ value, name: value })),
  })
  return options
}

/** Returns the choice of a model by its id. The server stays with its provider. */
export function changesForModel(modelId: string, current: ChosenModel): ChoiceChanges {
  const [, provider = current.provider, model = modelId] = /^([a-z][\w-]*):(.+)$/.exec(modelId) ?? []
  return provider === current.provider ? { model } : { model, provider, baseUrl: null }
}

/** Returns the choice of a reasoning effort, or `undefined` for an unknown value. */
export function changesForReasoning(value: string): ChoiceChanges | undefined {
  if (value === 'default') return { reasoning: null }
  const reasoning = efforts.find((effort) => effort === value)
  return reasoning && { reasoning }
}
