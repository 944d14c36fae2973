import { setTimeout as delay } from 'node:timers/promises'
import { HermesError } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import {
  discoverOAuthServerInfo,
  fetchToken,
  type OAuthClientProvider,
  OAuthError,
  type OAuthServerInfo,
  type OAuthTokens,
  registerClient,
  selectResourceURL,
} from '@modelcontextprotocol/client'
import * as z from 'zod'
import type { StoredLogin } from './login-store.js'

export interface CodeLogInOptions {
  /** The name of the server. */
  readonly server: string
  readonly url: string
  /** The OAuth provider, with the client that the user has registered, if there is one. */
  readonly provider: OAuthClientProvider
  readonly resourceMetadataUrl?: URL
  readonly scope?: string | undefined
  /** The fetch for addresses that the server names. */
  readonly fetchFn: typeof globalThis.fetch
  readonly signal: AbortSignal
  showCode(prompt: { readonly page: string; readonly code: string; readonly lifetimeMs: number }): Promise<void>
}

const grant = 'urn:ietf:params:oauth:grant-type:device_code'

/** https://www.rfc-editor.org/rfc/rfc8628#section-3.2 */
const answerSchema = z.object({
  device_code: z.string().min(1),
  user_code: z.string().min(1),
  verification_uri: z.url({ protocol: /^https?$/ }),
  verification_uri_complete: z.url({ protocol: /^https?$/ }).optional(),
  expires_in: z.number().positive().max(3_600),
  interval: z.number().nonnegative().max(600).default(5),
})
type DeviceAnswer = z.output<typeof answerSchema>

/** Seconds added to the interval when a server asks a client to slow down. */
const slowDownSeconds = 5

/**
 * Logs the user in with a code that is typed on another device: the device flow of RFC 8628.
 * @throws {HermesError} `mcp/login` when the server offers no such login, or it is not confirmed in time.
 */
export async function logInByCode(options: CodeLogInOptions): Promise<StoredLogin> {
  const { server, url, provider, resourceMetadataUrl, scope, fetchFn, signal } = options
  const discovery = await discoverOAuthServerInfo(url, {
    fetchFn,
    ...(resourceMetadataUrl && { resourceMetadataUrl }),
  })
  const { authorizationServerUrl, authorizationServerMetadata: metadata, resourceMetadata } = discovery
  const endpoint = deviceEndpointOf(metadata)
  if (endpoint === undefined)
    throw new HermesError('mcp/login', `The MCP server "${server}" offers no login with a code: log in with a browser.`)
  const resource = await selectResourceURL(url, provider, resourceMetadata)
  const registered = await provider.clientInformation()
  const client =
    registered ??
    (await registerClient(authorizationServerUrl, {
      clientMetadata: { ...provider.clientMetadata, grant_types: [grant, 'refresh_token'], response_types: [] },
      fetchFn,
      ...(metadata && { metadata }),
      ...(scope !== undefined && { scope }),
    }))
  const device = await askForCode(endpoint, { client, scope, resource, fetchFn, signal })
  await options.showCode({
    page: device.verification_uri_complete ?? device.verification_uri,
    code: device.user_code,
    lifetimeMs: device.expires_in * 1_000,
  })
  const asking: OAuthClientProvider = {
    ...provider,
    clientInformation: () => client,
    prepareTokenRequest: () => new URLSearchParams({ grant_type: grant, device_code: device.device_code }),
  }
  const tokens = await poll(device, options, () =>
    fetchToken(asking, authorizationServerUrl, {
      fetchFn,
      ...(metadata && { metadata }),
      ...(resource && { resource }),
    }),
  )
  return {
    ...(registered === undefined && { client }),
    tokens,
    discovery,
    ...(scope !== undefined && { askedScope: scope }),
  }
}

/** The SDK reads the metadata without this field, but keeps it. */
function deviceEndpointOf(metadata: OAuthServerInfo['authorizationServerMetadata']): string | undefined {
  return z.object({ device_authorization_endpoint: z.url() }).safeParse(metadata).data?.device_authorization_endpoint
}

interface CodeRequest {
  readonly client: { readonly client_id: string; readonly client_secret?: string | undefined }
  readonly scope: string | undefined
  readonly resource: URL | undefined
  readonly fetchFn: typeof globalThis.fetch
  readonly signal: AbortSignal
}

/** Requests a code. @throws {OAuthError | Error} */
async function askForCode(endpoint: string, { client, scope, resource, fetchFn, signal }: CodeRequest) {
  const { client_id, client_secret } = client
  const response = await fetchFn(endpoint, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({
      client_id,
      ...(client_secret !== undefined && { client_secret }),
      ...(scope !== undefined && { scope }),
      ...(resource && { resource: resource.href }),
    }),
    signal,
  })
  const answer = parseJson(await response.text())
  if (response.ok) return answerSchema.parse(answer)
  const refused = z.object({ error: z.string(), error_description: z.string().default('') }).safeParse(answer).data
  if (refused) throw new OAuthError(refused.error, refused.error_description || refused.error)
  throw new Error(`The server gave no code: it answered with status ${response.status}.`)
}

async function poll(
  { expires_in, interval }: DeviceAnswer,
  { server, signal }: CodeLogInOptions,
  ask: () => Promise<OAuthTokens>,
): Promise<OAuthTokens> {
  const endMs = performance.now() + expires_in * 1_000
  let seconds = interval
  while (performance.now() < endMs) {
    await delay(Math.min(seconds * 1_000, Math.max(endMs - performance.now(), 0)), undefined, { signal })
    try {
      return await ask()
    } catch (error) {
      const code = error instanceof OAuthError ? error.code : undefined
      if (code === 'slow_down') seconds += slowDownSeconds
      else if (code === 'expired_token') break
      else if (code !== 'authorization_pending') throw error
    }
  }
  throw new HermesError(
    'mcp/login',
    `The code for the MCP server "${server}" was not confirmed in time: log in again for a new one.`,
  )
}
