import type { OfferedProvider } from '@hermes/runtime'
import { Hono } from 'hono'
import type { RequestModels } from '../models/request-models.js'
import type { ModelOptionsObject } from './catalog-schemas.js'

export interface ModelOptions {
  readonly models: Pick<RequestModels, 'names' | 'allowsAny'>
  /** Returns the model of the settings. */
  current(): { readonly id: string; readonly provider: string }
  /** Returns the available providers with their models. */
  offers(): Promise<readonly OfferedProvider[]>
}

/** Serves `GET /api/model/options`: what the caller may send as `model` and `provider`, as a list to choose from. */
export function modelOptionRoutes({ models, current, offers }: ModelOptions): Hono {
  const routes = new Hono()
  routes.get('/options', async (context) => {
    const [, ...aliases] = models.names()
    const { id, provider } = current()
    const offered = models.allowsAny(context.get('apiKey')) ? await offers() : []
    return context.json({
      object: 'hermes.model_options',
      model: id,
      provider,
      aliases,
      providers: offered.map(({ provider: slug, name, models }) => ({
        slug,
        name,
        is_current: slug === provider,
        models,
        total_models: models.length,
      })),
    } satisfies ModelOptionsObject)
  })
  return routes
}
