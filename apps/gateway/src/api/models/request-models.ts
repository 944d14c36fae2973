import { ConfigError, type ModelChoice } from '@hermes/core'
import type { AgentFor } from '@hermes/core/wiring'
import { type Config, toNamedModel } from '@hermes/runtime'
import type { ApiKey } from '../access/api-key.js'
import { badRequest, RequestError } from '../request/request-error.js'
import type { RequestedModel } from './model-fields.js'

export interface RequestModelsOptions {
  /** Returns the current settings. */
  readonly settings: () => Pick<
    Config['gateway']['api_server'],
    'model_name' | 'model_routes' | 'direct_model_requests'
  >
  readonly agentFor: AgentFor
}

export interface AskedModel {
  /** The name, as in the request. */
  readonly name: string
  readonly choice: ModelChoice
}

/** The models that requests may ask for. */
export interface RequestModels {
  /** Returns the names of the agent and of its routes. */
  names(): readonly string[]
  /** Whether the holder of a key may choose a model that is not in {@link RequestModels.names}. */
  allowsAny(key: ApiKey): boolean
  /**
   * Returns the model that a request asks for, or `undefined` if the conversation and the settings decide. A model without a provider counts only if
   * `isNative`, because programs that were written for OpenAI always send one.
   * @throws {RequestError} for a model that cannot answer, and for one that the holder of the key may not choose.
   */
  choose(
    request: RequestedModel,
    options: { readonly key: ApiKey; readonly isNative: boolean },
  ): Promise<AskedModel | undefined>
}

export function createRequestModels({ settings, agentFor }: RequestModelsOptions): RequestModels {
  const allowsAny = ({ holder }: ApiKey) => holder === undefined || settings().direct_model_requests

  return {
    allowsAny,
    names: () => [settings().model_name, ...Object.keys(settings().model_routes)],
    async choose(request, { key, isNative }) {
      const { model_name: own, model_routes: routes, direct_model_requests: isDirect } = settings()
      const provider = request.provider ?? undefined
      const model = request.model === null || request.model === own ? undefined : request.model
      const route = model !== undefined && Object.hasOwn(routes, model) ? routes[model] : undefined
      if (model !== undefined && route) return { name: model, choice: await checked(toChoice(route, provider)) }
      if (model === undefined && provider === undefined) return undefined
      if (provider === undefined && !isDirect && !isNative) return undefined
      if (!allowsAny(key)) throw notAllowed()
      const choice = { ...(model !== undefined && { model }), ...(provider !== undefined && { provider }) }
      return { name: model ?? own, choice: await checked(choice) }
    },
  }

  async function checked(choice: ModelChoice): Promise<ModelChoice> {
    try {
      await agentFor(choice)
      return choice
    } catch (error) {
      if (!ConfigError.is(error)) throw error
      throw new RequestError(404, 'model_not_found', error.message, { param: 'model' })
    }
  }
}

function toChoice(
  route: Config['gateway']['api_server']['model_routes'][string],
  provider: string | undefined,
): ModelChoice {
  if (provider !== undefined && provider !== route.provider) {
    throw badRequest("'provider' is not the one of this model: leave it out.", 'provider')
  }
  return toNamedModel(route)
}

function notAllowed(): RequestError {
  const message =
    'This key may only choose the models that /v1/models lists, unless gateway.api_server.direct_model_requests is on.'
  return new RequestError(403, 'model_not_allowed', message, { param: 'model' })
}
