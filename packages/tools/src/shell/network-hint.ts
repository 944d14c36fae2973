import type { NetworkReach } from '@hermes/core/environment'

const unreachable =
  /Could not resolve (?:host|proxy)|Temporary failure (?:in name resolution|resolving)|Name or service not known|unable to resolve host|\b(?:EAI_AGAIN|ENOTFOUND|ENETUNREACH)\b|Network is unreachable|no such host|getaddrinfo|NameResolutionError|Failed to resolve|dns error/i

/** Returns a hint when the newest output shows that a command found no network, otherwise `undefined`. */
export function networkHint(output: string, reach: NetworkReach): string | undefined {
  if (reach === 'open' || !unreachable.test(output.slice(-8_000))) return undefined
  return reach === 'none'
    ? 'Commands have no network here. Servers on 127.0.0.1 work.'
    : 'Commands reach other machines only through the HTTP and SOCKS proxy of their environment variables (HTTPS_PROXY, ALL_PROXY): a program that does not use it has no network. Use one that does, for example git over https.'
}
