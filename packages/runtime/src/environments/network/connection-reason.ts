/** Returns the reason for asking about a connection, for people. A lasting answer is stored by the host in it. */
export function connectionReason(host: string): string {
  return `It connects to ${host}.`
}

/** Returns the host in such a reason; `undefined` for any other reason. */
export function hostOfReason(reason: string): string | undefined {
  return /^It connects to (\S+)\.$/.exec(reason)?.[1]
}
