import type { Runtime } from '@hermes/runtime'
import type { Catalog } from '../api/catalog/catalog-routes.js'
import type { ModelOptions } from '../api/catalog/model-options.js'

/** Returns what clients can list of the runtime. */
export function catalogOf(
  runtime: Runtime,
): Pick<Catalog, 'tools' | 'skills'> & Pick<ModelOptions, 'current' | 'offers'> {
  return {
    current: () => runtime.model,
    offers: () => runtime.describeModels(),
    async tools() {
      const tools = await runtime.describeTools()
      return tools.flatMap(({ name, toolset, description, state }) =>
        state === 'off' ? [] : [{ name, toolset, description, isAvailable: state === 'available' }],
      )
    },
    async skills() {
      await runtime.skills?.refresh()
      return (runtime.skills?.skills() ?? []).map(({ name, description }) => ({ name, description }))
    },
  }
}
