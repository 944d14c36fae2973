/** The subprotocol of Hermes RPC over WebSocket. */
export const subprotocol = 'hermes-rpc'

const tokenPrefix = 'bearer.'

/** The subprotocols that a client offers. Browsers cannot send other headers. */
export function offeredProtocols(token: string): readonly string[] {
  return [subprotocol, `${tokenPrefix}${token}`]
}

/** The token among the subprotocols that a client offers. */
export function tokenOf(offered: readonly string[]): string | undefined {
  return offered.find((name) => name.startsWith(tokenPrefix))?.slice(tokenPrefix.length)
}
