/** The subprotocol of Hermes RPC over WebSocket. */
export const subprotocol = 'hermes-rpc'

const tokenPrefix = 'bearer.'

/** Returns the subprotocols that a client offers. They carry the token, because browsers cannot send other headers. */
export function offeredProtocols(token: string): readonly string[] {
  return [subprotocol, `${tokenPrefix}${token}`]
}

/** Returns the token among the subprotocols that a client offers. */
export function tokenOf(offered: readonly string[]): string | undefined {
  return offered.find((name) => name.startsWith(tokenPrefix))?.slice(tokenPrefix.length)
}
