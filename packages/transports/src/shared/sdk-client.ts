import type { HttpRequest } from './http/http-client.js'

/**
 * A client of a provider's official SDK, such as `new AzureOpenAI(...)`. It supplies the URL and the headers of each
 * request, so that token renewal, deployments and tenants work as in the SDK.
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

/** Returns the URL and the headers that an SDK client would send, except the SDK's headers that describe this machine. */
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
