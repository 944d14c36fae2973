import { proxyFromVariables } from './proxy-for.js'

/**
 * The `fetch` for hosts on the network: it goes through the proxy that the variables name, and directly where they name none. See
 * {@link proxyFromVariables} for the variables. A redirect is followed by the rules of its target. With a proxy, request bodies are
 * sent from memory.
 *
 * A proxy that cannot be used rejects like every failed `fetch`, with a `TypeError` whose `cause` names the proxy and the variable.
 */
export function fetchFromVariables(variables: Readonly<Record<string, string | undefined>>): typeof globalThis.fetch {
  const proxyFor = proxyFromVariables(variables)
  if (!proxyFor) return (input, init) => globalThis.fetch(input, init)
  let loading: Promise<typeof globalThis.fetch> | undefined
  return async (input, init) => {
    loading ??= import('./proxied-fetch.js').then(({ createProxiedFetch }) => createProxiedFetch({ proxyFor }))
    return (await loading)(input, init)
  }
}
