import { proxyFromVariables } from './proxy-for.js'

/**
 * Creates a `fetch` that uses the proxies named by the environment variables, and connects directly where they name
 * none. See {@link proxyFromVariables} for the variables. Each redirect is sent according to its own target. With a
 * proxy, request bodies are sent from memory.
 *
 * If a proxy cannot be used, the call rejects like any failed `fetch`: with a `TypeError` whose `cause` names the proxy and the variable.
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
