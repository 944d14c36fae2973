import { describeError, HermesError } from '@hermes/core'
import { untilAborted } from '@hermes/safety'
import { auth, computeScopeUnion, extractWWWAuthenticateParams } from '@modelcontextprotocol/client'
import type { RegisteredClient } from '../wire/settings.js'
import { guardedFetch } from './guarded-fetch.js'
import { listenForCode } from './listen-for-code.js'
import { logInByCode } from './log-in-by-code.js'
import type { LoginStore, StoredLogin } from './login-store.js'
import { createOAuthProvider } from './oauth-provider.js'

export interface LogInOptions {
  /** The name of the server. */
  readonly server: string
  readonly url: string
  readonly store: LoginStore
  readonly client: RegisteredClient
  readonly fetch: typeof globalThis.fetch
  readonly signal: AbortSignal
  readonly person: {
    showPage(page: { readonly page: string }): Promise<void>
    /** Shows a code to type on another device. When absent, a browser is used. */
    showCode?(prompt: { readonly page: string; readonly code: string; readonly lifetimeMs: number }): Promise<void>
    /** Resolves to the final address of the browser, for a browser on another machine. */
    paste?(signal: AbortSignal): Promise<string>
  }
}

/** How long the browser may take, in milliseconds. */
const patienceMs = 300_000

/**
 * Logs the user in to a server: OAuth 2.1 with PKCE, or with a code on another device. The client is registered again, unless the user has
 * registered one.
 * @throws {HermesError} `mcp/login`
 */
export async function logIn(options: LogInOptions): Promise<void> {
  const { server, store } = options
  try {
    const login = await (options.person.showCode ? withCode(options, options.person.showCode) : inBrowser(options))
    await store.exclusive(() => store.save(login))
  } catch (error) {
    options.signal.throwIfAborted()
    if (HermesError.is(error)) throw error
    throw new HermesError(
      'mcp/login',
      `The login to the MCP server "${server}" failed: ${describeError(error).slice(0, 500)}`,
      {
        cause: error,
      },
    )
  }
}

type ShowCode = NonNullable<LogInOptions['person']['showCode']>

async function withCode({ server, url, store, client, fetch, signal }: LogInOptions, showCode: ShowCode) {
  const { scope, resourceMetadataUrl } = await targetOf(url, store, fetch)
  const provider = createOAuthProvider({ client, redirectUrl: url, state: '', onPage: () => undefined })
  return logInByCode({
    server,
    url,
    provider,
    scope: scope ?? client.scope,
    fetchFn: guardedFetch(fetch, url),
    signal,
    showCode,
    ...(resourceMetadataUrl && { resourceMetadataUrl }),
  })
}

async function inBrowser(options: LogInOptions): Promise<StoredLogin> {
  const { server, url, store, client, person } = options
  const fetchFn = guardedFetch(options.fetch, url)
  await using listener = await listenForCode(client.port)
  const done = new AbortController()
  const signal = AbortSignal.any([options.signal, done.signal, AbortSignal.timeout(patienceMs)])
  let page: URL | undefined
  const provider = createOAuthProvider({
    client,
    redirectUrl: listener.url,
    state: listener.state,
    onPage(given) {
      page = given
    },
  })
  try {
    const target = { serverUrl: url, fetchFn, ...(await targetOf(url, store, options.fetch)) }
    await auth(provider, target)
    if (!page) throw new HermesError('mcp/login', `The MCP server "${server}" offers no login page.`)
    await person.showPage({ page: page.href })
    const pasted = person.paste?.(signal).then((text) => listener.read(text))
    const { code, issuer } = await untilAborted(Promise.race([listener.code, ...(pasted ? [pasted] : [])]), signal)
    await auth(provider, { ...target, authorizationCode: code, ...(issuer !== undefined && { iss: issuer }) })
  } finally {
    done.abort()
  }
  const askedScope = page.searchParams.get('scope')
  const [registered, tokens, discovery] = await Promise.all([
    provider.clientInformation(),
    provider.tokens(),
    provider.discoveryState?.(),
  ])
  return {
    ...(client.id === undefined && registered && { client: registered }),
    ...(tokens && { tokens }),
    ...(discovery && { discovery }),
    ...(askedScope !== null && { askedScope }),
  }
}

/** Returns what the server says about its login, with the permissions to ask for. */
async function targetOf(url: string, store: LoginStore, fetch: typeof globalThis.fetch) {
  const { scope: challenged, ...challenge } = await challengeOf(url, fetch)
  const scope = computeScopeUnion(challenged, (await store.load())?.neededScope)
  return { ...challenge, ...(scope !== undefined && { scope }) }
}

/** A server without a login answers with the address of its metadata and the permissions that it needs. */
async function challengeOf(url: string, fetch: typeof globalThis.fetch) {
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  })
  await response.body?.cancel()
  if (response.status !== 401) return {}
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response)
  return { ...(resourceMetadataUrl && { resourceMetadataUrl }), ...(scope !== undefined && { scope }) }
}
