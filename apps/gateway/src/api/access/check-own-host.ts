import { isLoopback } from './is-loopback.js'

export interface OwnHostProblem {
  readonly code: 'forbidden_origin' | 'forbidden_host'
  readonly message: string
}

/** The headers of a request that show who sent it. */
export interface SenderHeaders {
  readonly origin?: string | undefined
  readonly host?: string | undefined
}

/**
 * Protects a server on the user's own machine from web pages: their requests carry an `Origin`, and a DNS-rebound name arrives as a
 * foreign `Host`.
 * @param host The address that the server listens on.
 * @param origins The web pages that may call it.
 * @returns why a request is refused.
 */
export function checkOwnHost(
  host: string,
  origins: readonly string[] = [],
): (headers: SenderHeaders) => OwnHostProblem | undefined {
  const isLocal = isLoopback(host)
  return ({ origin, host: name = '' }) => {
    if (origin !== undefined && !origins.includes(origin)) return foreignOrigin
    if (isLocal && !isLoopback(name.replace(/:\d+$/, ''))) return foreignHost
    return undefined
  }
}

const foreignOrigin: OwnHostProblem = {
  code: 'forbidden_origin',
  message: 'This server does not answer this web page: its owner can add it to gateway.api_server.cors_origins.',
}

const foreignHost: OwnHostProblem = {
  code: 'forbidden_host',
  message: 'This server only answers to the name of this machine.',
}
