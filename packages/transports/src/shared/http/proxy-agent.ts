import type { Agent, AgentOptions } from 'node:http'
import { ConfigError } from '@hermes/core'

/**
 * Creates a pool of connections through a proxy. Requests to `https:` go through a tunnel, so that the proxy sees
 * neither the key nor the conversation. A SOCKS proxy tunnels everything.
 *
 * @throws {ConfigError} when the protocol of the proxy is not supported.
 */
export async function createProxyAgent(proxy: URL, isSecure: boolean, pool: AgentOptions): Promise<Agent> {
  if (proxy.protocol.startsWith('socks')) {
    const { SocksProxyAgent } = await import('socks-proxy-agent')
    // The `timeout` would also end a response that pauses for that long.
    const { timeout: _timeout, ...options } = pool
    return new SocksProxyAgent(proxy, options)
  }
  if (!/^https?:$/.test(proxy.protocol)) {
    const advice = 'begin its address with http://, https:// or socks5://'
    throw new ConfigError('', `The protocol of the proxy ${proxy.host} is not supported: ${advice}.`)
  }
  const address = `${proxy.protocol}//${proxy.host}`
  // Credentials are sent in a header, because the agents include the proxy's address in their debug output.
  const options = { ...pool, ...authorization(proxy) }
  if (isSecure) {
    const { HttpsProxyAgent } = await import('https-proxy-agent')
    return new HttpsProxyAgent(address, options)
  }
  const { HttpProxyAgent } = await import('http-proxy-agent')
  return new HttpProxyAgent(address, options)
}

function authorization({ username, password }: URL): { readonly headers?: Record<string, string> } {
  if (username === '' && password === '') return {}
  const credentials = Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')
  return { headers: { 'Proxy-Authorization': `Basic ${credentials}` } }
}

/** Decodes percent-encoding. A password may contain an unencoded `%`. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}
