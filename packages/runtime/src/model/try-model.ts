import { type ToolDefinition, type Transport, TransportError } from '@hermes/core'
import {
  fetchFromVariables,
  type ProviderSettings,
  proxyFromVariables,
  type ResolvedProvider,
  resolveProvider,
} from '@hermes/transports'
import { createProviderTransport } from '../auth/create-provider-transport.js'
import { openCredentials } from '../auth/credential-book.js'
import type { HomePaths, Variables } from '../home/home-paths.js'

export interface TryModelOptions {
  readonly paths: Pick<HomePaths, 'home'>
  /** The variables of the process and of `.env`. */
  readonly variables: Variables
  readonly settings: ProviderSettings
  readonly signal: AbortSignal
}

/** The tool that the model is offered. A model that does not accept tools is of no use to an agent, however well it answers. */
const offeredTool: ToolDefinition = {
  name: 'confirm',
  description: 'Confirms that tools can be called.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
}

/**
 * Makes one real call to a model as an agent would, with a tool and without retries. Nothing is saved.
 * @throws {ConfigError} when no call could succeed.
 * @throws {TransportError} when the call failed. Its message says so if only the tool was the cause.
 */
export async function tryModel({ paths, variables, settings, signal }: TryModelOptions): Promise<ResolvedProvider> {
  const credentials = await openCredentials(paths, variables)
  const resolved = resolveProvider(settings, variables, credentials.kept)
  const proxyFor = proxyFromVariables(variables)
  const transport = createProviderTransport(resolved, {
    credentials,
    wire: { ...(proxyFor && { proxyFor }) },
    services: { fetch: fetchFromVariables(variables) },
  })
  try {
    await ask(transport, resolved.model, [offeredTool], signal)
  } catch (error) {
    if (!TransportError.is(error) || error.kind !== 'invalid-request') throw error
    await ask(transport, resolved.model, [], signal)
    throw new TransportError(
      'invalid-request',
      `${resolved.model} answers, but cannot call tools here, which an agent needs: choose a model that supports tools, or let the server accept them (vLLM: --enable-auto-tool-choice, llama.cpp: --jinja). The server said: ${error.message}`,
      { cause: error },
    )
  }
  return resolved
}

async function ask(transport: Transport, model: string, tools: readonly ToolDefinition[], signal: AbortSignal) {
  const request = {
    model,
    system: 'You confirm that you can be reached.',
    messages: [{ role: 'user', content: 'Answer with the word "ready" and nothing else.' }],
    tools,
  } as const
  for await (const event of transport.stream(request, { signal })) if (event.type === 'finish') return
  signal.throwIfAborted()
  throw new TransportError('protocol', `The transport "${transport.id}" ended its stream without an answer.`)
}
