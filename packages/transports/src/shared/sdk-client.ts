import type { HttpRequest } from './http/http-client.js'

/**
 * A client of a provider's official SDK, such as `new AzureOpenAI(...)`. It says for each request where it goes and what authenticates
 * it, so that tokens are renewed, and deployments and tenants are addressed, as the SDK does it.
 */
export interface SdkClient {
  readonly baseURL: string
  buildRequest(options: {
    readonly method: 'post'
    readonly path: `/${string}`
    readonly headers: Readonly<Record<string, string>>
    readonly body: { readonly model: string }
  }): Promise<{ readonly url: string; readonly req: { readonly headers: Headers | Readonly<Record<string, string>> } }>
}

export type RequestHead = Pick<HttpRequest, 'url' | 'headers'>

/** What a client of an SDK sends, without the headers that describe this machine to the SDK's maker. */
export async function headFromClient(
  client: SdkClient,
  path: `/${string}`,
  model: string,
  headers: Readonly<Record<string, string>>,
): Promise<RequestHead> {
  const own = { 'content-type': 'application/json', 'user-agent': 'hermes', ...headers }
  const { url, req } = await client.buildRequest({ method: 'post', path, headers: own, body: { model } })
  const sent = [...new Headers(req.headers)].filter(([name]) => !name.startsWith('x-stainless-'))
  return { url, headers: Object.fromEntries(sent) }
}

/** The head of every call, made by the first: what is wrong with a key is an error of a call. */
export function once(create: () => RequestHead): () => RequestHead {
  let head: RequestHead | undefined
  return () => {
    head ??= create()
    return head
  }
}
