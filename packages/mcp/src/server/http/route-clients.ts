import type { McpEndpoint } from './mcp-endpoint.js'
import { type AccessRules, holderOf, refusalOf, refuseStranger } from './refusal-of.js'

/** The path of the server, for all clients. */
export const endpointPath = '/mcp'

/** Answers a request with the endpoint of the client whose token it has. */
export function routeClients(
  clients: readonly { readonly token: string; readonly endpoint: McpEndpoint }[],
  rules: AccessRules,
): (request: Request) => Promise<Response> {
  return async (request) => {
    if (new URL(request.url).pathname !== endpointPath) return new Response('Not found.\n', { status: 404 })
    return refusalOf(request, rules) ?? holderOf(request, clients)?.endpoint.fetch(request) ?? refuseStranger()
  }
}
